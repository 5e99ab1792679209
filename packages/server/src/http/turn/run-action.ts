import type { Action, ActionContext } from '../../tools/define/define-action.ts';
import { problem } from '../request/problem.ts';

/** Does an action and tells what it said, or refuses: `bad_action` for data that does not fit, `action_failed`. */
export async function runAction(action: Action, data: unknown, ctx: ActionContext): Promise<string> {
  const wrong = action.check(data);
  if (wrong !== undefined)
    throw problem(400, 'bad_action', `The data of ${action.name} is not valid. ${wrong}`);
  try {
    return (await action.run(data, ctx)).content;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw problem(502, 'action_failed', `${action.name} failed: ${said}`);
  }
}
