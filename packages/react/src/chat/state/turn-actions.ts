'use client';

import type { ModelInfo } from '@millrace/engine/run';
import { createContext } from 'react';

/** The actions on the turns of a chat. Each rejects with an error that says why it could not. */
export interface TurnActions {
  /** Asks again what this answer answered, as another branch; with another model if one is given. */
  retry(answerId: string, model?: string): Promise<void>;
  /** Replaces a message with another question, as another branch. */
  edit(messageId: string, text: string): Promise<void>;
  /** Shows the branch that has this message. */
  choose(messageId: string): Promise<void>;
  /** Continues the newest answer, in its own turn. */
  goOn(answerId: string): Promise<void>;
  /** Leads to where the key of a provider is kept. Without it the problem only tells about the key. */
  readonly openKey?: ((provider: string | undefined) => void) | undefined;
  /** Shows the steps of the run of an answer. Without it there is no button for that. */
  readonly openTrace?: ((answerId: string) => void) | undefined;
  /** The model that could answer instead. */
  readonly otherModel?: Pick<ModelInfo, 'id' | 'name'> | undefined;
}

export interface TakingTurns extends TurnActions {
  /** False while an answer is being written. */
  readonly canAct: boolean;
}

export const TurnActionsContext = createContext<TakingTurns | undefined>(undefined);
