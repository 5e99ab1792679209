import { createRunState, type MessageRecord } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { chatMode } from './chat-mode.ts';
import { contextFill } from './context-fill.ts';

const record = (more: Partial<MessageRecord>): MessageRecord => ({
  ...{ seq: 1, id: 'm', ts: 1, role: 'assistant', text: '', status: 'completed' },
  ...more,
});
const live = (more: object) => ({ runId: 'run', run: { ...createRunState(), ...more } });

test('U50 the fill is that of the run that works, else of the newest answer that tells one', () => {
  const messages = [record({ fill: { used: 9, window: 10 } }), record({ fill: { used: 7, window: 10 } })];
  expect(contextFill({ live: null, messages: [] })).toBeUndefined();
  expect(contextFill({ live: null, messages: [...messages, record({})] })).toBe(0.7);
  expect(contextFill({ live: live({}), messages })).toBe(0.7);
  expect(contextFill({ live: live({ context: { used: 30, window: 20 } }), messages })).toBe(1);
  expect(contextFill({ live: live({ context: { used: 30, window: 0 } }), messages })).toBeUndefined();
});

test('U52 the mode is that of the run that works, else the last one that a message names', () => {
  const messages = [record({ mode: 'code' }), record({ mode: 'ask' }), record({})];
  expect(chatMode({ live: null, messages: [] })).toBeUndefined();
  expect(chatMode({ live: null, messages })).toBe('ask');
  expect(chatMode({ live: live({}), messages })).toBe('ask');
  expect(chatMode({ live: live({ mode: 'debug' }), messages })).toBe('debug');
});
