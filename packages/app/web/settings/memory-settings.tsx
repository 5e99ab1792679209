import type { KeptMemory, MemoryRequest } from '@millrace/engine/run';
import { ApiError, type Client, closeOnEscape } from '@millrace/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';

const EMPTY: MemoryRequest = { app: '', name: '', value: '' };

/** The facts that a person wants to be known about them: to write, change and forget. A server without memories says so. */
export function MemorySettings({ client }: { readonly client: Client }) {
  const strings = usePageWords();
  const [memories, setMemories] = useState<readonly KeptMemory[]>();
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [edited, setEdited] = useState<MemoryRequest>();
  const heading = useRef<HTMLHeadingElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  /** The button of the memory that is changed. */
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    client.listMemories().then(
      (list) => setMemories(list.memories),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) setMissing(true);
        else setProblem(strings.memoriesFailed);
      },
    );
  }, [client, strings.memoriesFailed]);

  /** Does something, then shows what is kept. */
  async function change(work: Promise<unknown>): Promise<void> {
    setProblem(undefined);
    try {
      await work;
      setMemories((await client.listMemories()).memories);
      setEdited(undefined);
      // The button that had the focus is gone.
      heading.current?.focus();
    } catch (error) {
      setProblem(error instanceof ApiError && error.status > 0 ? error.message : strings.memoriesFailed);
    }
  }

  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {strings.memories}
      </h2>
      <p>{missing ? strings.noMemories : strings.memoriesHelp}</p>
      {problem !== undefined && (
        <p className="app-problem" role="alert">
          {problem}
        </p>
      )}
      <ul className="app-providers">
        {memories?.map((memory) => (
          <li key={`${memory.app}\n${memory.name}`} className="app-provider">
            <div>
              <strong dir="auto">{`${memory.app}: ${memory.name}`}</strong>
              <p dir="auto">{memory.value}</p>
            </div>
            <button
              type="button"
              className="mr-button"
              aria-label={strings.changeMemory(memory.name)}
              onClick={({ currentTarget }) => {
                opener.current = currentTarget;
                setEdited(memory);
              }}
            >
              {strings.change}
            </button>
            <button
              type="button"
              className="mr-button"
              aria-label={strings.forgetMemory(memory.name)}
              onClick={() => void change(client.deleteMemory(memory.app, memory.name))}
            >
              {strings.forget}
            </button>
          </li>
        ))}
      </ul>
      {edited === undefined && !missing && (
        <button
          ref={adding}
          type="button"
          className="mr-button"
          onClick={() => {
            opener.current = null;
            setEdited(EMPTY);
          }}
        >
          {strings.addMemory}
        </button>
      )}
      {edited !== undefined && (
        <MemoryForm
          key={`${edited.app}\n${edited.name}`}
          memory={edited}
          onSave={(memory) => void change(client.putMemory(memory))}
          onCancel={() => {
            setEdited(undefined);
            // The button that adds one is there again after the next drawing.
            requestAnimationFrame(() => (opener.current ?? adding.current)?.focus());
          }}
        />
      )}
    </section>
  );
}

function MemoryForm(props: {
  readonly memory: MemoryRequest;
  readonly onSave: (memory: MemoryRequest) => void;
  readonly onCancel: () => void;
}) {
  const strings = usePageWords();
  const { memory, onSave, onCancel } = props;
  const isKept = memory.name !== '';
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const value = (field: string): string => String(fields.get(field) ?? '').trim();
    onSave({ app: value('app'), name: value('name'), value: value('value') });
  }
  return (
    <form className="app-connect" onSubmit={submit} onKeyDown={(event) => closeOnEscape(event, onCancel)}>
      <label>
        {strings.memoryApp}
        <input
          name="app"
          required
          maxLength={60}
          defaultValue={memory.app}
          readOnly={isKept}
          // biome-ignore lint/a11y/noAutofocus: the button that opened the form is gone
          autoFocus={!isKept}
        />
      </label>
      <label>
        {strings.memoryName}
        <input name="name" required maxLength={200} defaultValue={memory.name} readOnly={isKept} />
      </label>
      <label>
        {strings.memoryValue}
        <input
          name="value"
          required
          maxLength={20_000}
          defaultValue={memory.value}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: it is what the person wants to change
          autoFocus={isKept}
        />
      </label>
      <button type="submit" className="mr-button mr-button-primary">
        {strings.save}
      </button>
      <button type="button" className="mr-button" onClick={onCancel}>
        {strings.cancel}
      </button>
    </form>
  );
}
