import { MessageField, type MessageFieldHandle } from '@millrace/react';
import { useRef, useState } from 'react';

export function Box({ onSend }: { onSend: (markdown: string) => void }) {
  const [text, setText] = useState('');
  const field = useRef<MessageFieldHandle>(null);
  return (
    <MessageField
      fieldRef={field}
      label="Message"
      placeholder="Ask anything"
      text={text}
      onText={setText}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        onSend(field.current?.sent() ?? text);
        setText('');
      }}
    />
  );
}
