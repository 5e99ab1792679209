import { expect, test } from 'vitest';
import * as assistantUi from '../packages/react/src/assistant-ui/index.ts';
import * as root from '../packages/react/src/index.ts';

/** The names that others build on: they stay what they are. */
const FIXED = [
  ...['createClient', 'useGeneralChat', 'ChatTray', 'ToolCallCard', 'Timeline'],
  ...['useHitlDecision', 'useHitlPhase', 'GenericHitlApprovalToolUI', 'DoomLoopApprovalToolUI'],
  ...['HitlEditPanel', 'MobileHitlEditPanel', 'openHitlEditPanel', 'closeHitlEditPanel', 'useHitlEditPanel'],
  ...['FallbackToolBody', 'isInterruptResult', 'isDoomLoopInterrupt', 'buildTimeline', 'DocumentView'],
  ...['embeds', 'toolUI', 'payloadUI', 'bodyTools'],
];

test('C27 the root of the library has each fixed name', () => {
  const names = Object.keys(root);
  expect(FIXED.filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.values(root).every((value) => value !== undefined)).toBe(true);
  expect(names).not.toContain('TimelineDataUI');
});

test('C27 the timeline for assistant-ui stands at its own address', () => {
  expect(Object.keys(assistantUi)).toContain('TimelineDataUI');
});
