import { effectiveSettings, type ModelSetting, type ModelSettings } from '@millrace/engine/run';
import type { ModelRequest } from './model.ts';

/** The settings of a request that a model takes: the others are never sent. Pure. */
export function takenSettings(
  settings: readonly ModelSetting[],
  { settings: asked = {} }: ModelRequest,
): ModelSettings {
  return effectiveSettings(settings, {}, asked);
}
