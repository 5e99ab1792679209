import { expect, test } from 'vitest';
import { knownWindow } from './known-window.ts';

test.each([
  ['claude-sonnet-4-5', 200_000],
  ['anthropic/claude-opus-4.5', 200_000],
  ['gpt-4', 8_192],
  ['gpt-4o-mini', 128_000],
  ['gpt-4.1-nano', 1_047_576],
  ['openai/gpt-5.1', 272_000],
  ['gpt-5-chat-latest', 128_000],
  ['o3-mini', 200_000],
  ['gemini-2.5-pro', 1_048_576],
  ['gemini-1.5-pro-002', 2_097_152],
  ['llama3:8b', 8_192],
  ['llama3.2:latest', 128_000],
  ['Qwen/Qwen3-Coder-30B', 262_144],
  ['openrouter/auto', 128_000],
  ['constructor', 128_000],
  ['', 128_000],
])('M22 of %j it is known that %i tokens fit', (model, tokens) => {
  expect(knownWindow(model)).toBe(tokens);
});
