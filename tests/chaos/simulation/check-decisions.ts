import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent } from '../../../packages/engine/src/index.ts';
import type { SentDecision } from './person.ts';
import { must } from './violation.ts';

/** Each question is decided once at most, with the answer that its decider got; nothing else is in the log. */
export function checkDecisions(sent: readonly SentDecision[], events: readonly StoredEvent[]): void {
  const taken = new Map<string, StoredEvent>();
  for (const event of events) {
    if (event.type !== 'approval_decision') continue;
    must(!taken.has(event.approval_id), 'decisions', () => `${event.approval_id} was decided twice`);
    taken.set(event.approval_id, event);
  }
  for (const command of sent) {
    checkAnswers(command, taken.get(command.approvalId));
    must(command.answers.length > 0, 'answers', () => `${command.commandId} was never answered`);
  }
  for (const [approvalId, event] of taken) {
    if (event.type !== 'approval_decision') continue;
    const command = sent.find(
      (each) =>
        each.approvalId === approvalId &&
        each.by === event.by &&
        isDeepStrictEqual(each.decision, event.decision),
    );
    must(command !== undefined, 'decisions', () => `nobody sent ${JSON.stringify(event)}`);
    const asked = events.find((each) => each.type === 'approval_request' && each.approval_id === approvalId);
    const saw = asked?.type === 'approval_request' && asked.args_hash === command?.argsHash;
    must(saw, 'decisions', () => `${approvalId} was decided by somebody who saw other arguments`);
  }
}

/** A command that was taken is answered the same each time, with the log's decision; a refused one gets the decision that was made. */
function checkAnswers(
  { commandId, answers, decision, by }: SentDecision,
  taken: StoredEvent | undefined,
): void {
  const first = answers.find(({ type }) => type === 'decided');
  for (const answer of answers) {
    if (answer.type === 'decided') {
      must(
        isDeepStrictEqual(answer.event, taken),
        'decisions',
        () => `${commandId} was taken and is not in the log`,
      );
    } else if (answer.type === 'already_decided') {
      const holds = taken?.type === 'approval_decision' && taken.by === answer.by;
      must(
        holds && isDeepStrictEqual(taken.decision, answer.decision),
        'answers',
        () => `${commandId} was told what does not hold`,
      );
    }
    // A repetition that overtakes the command itself may come too late when that does not.
    const isOvertaking =
      answer.type === 'expired' && first !== undefined && answers.indexOf(answer) < answers.indexOf(first);
    must(
      first === undefined || answer.type === 'decided' || isOvertaking,
      'answers',
      () => `${commandId} was told both decided and ${answer.type}`,
    );
  }
  // The very decision in the log is this command's, so this command must know.
  const mine =
    taken?.type === 'approval_decision' && taken.by === by && isDeepStrictEqual(taken.decision, decision);
  must(
    !mine || first !== undefined || answers.length === 0,
    'answers',
    () => `${commandId} was taken and told something else`,
  );
  const fresh = answers.filter((answer) => answer.type === 'decided' && answer.fresh);
  must(fresh.length <= 1, 'answers', () => `${commandId} was taken ${fresh.length} times`);
}
