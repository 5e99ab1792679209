export { argsHash } from './approval/args-hash.ts';
export type { PolicyCall, ToolTargets } from './approval/call-targets.ts';
export {
  checkRepetition,
  type RepeatableCall,
  type Repetition,
  type RepetitionEntry,
  type RepetitionOptions,
} from './approval/check-repetition.ts';
export { decidePolicy, type PolicyDecision, type PolicyOptions } from './approval/decide-policy.ts';
export { commandLine, describeRule } from './approval/describe-rule.ts';
export { destroys } from './approval/destroys.ts';
export type { FeedbackImage, HitlDecision } from './approval/hitl-decision.ts';
export {
  type InterruptActionRequest,
  type InterruptResult,
  type InterruptReviewConfig,
  isDoomLoopInterrupt,
  isInterruptResult,
} from './approval/interrupt-result.ts';
export { folderOf, looseNames } from './approval/paths.ts';
export type {
  ArgumentPattern,
  KeptRule,
  OfferedRule,
  PolicyRule,
  PolicyScope,
  PolicyVerdict,
} from './approval/policy-rule.ts';
export { type Protection, protect } from './approval/protected-paths.ts';
export { type ProposedRule, type RuleBreadth, type RuleOptions, ruleFor } from './approval/rule-for.ts';
export {
  approvalInterrupt,
  askPerson,
  type DoomLoop,
  doomLoopInterrupt,
  type InterruptedCall,
  type InterruptOptions,
  type PersonQuestion,
} from './approval/to-interrupt.ts';
