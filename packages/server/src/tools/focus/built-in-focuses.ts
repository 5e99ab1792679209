import type { Focus } from './focus.ts';
import { parseFocus } from './parse-focus.ts';

const CAREER = `---
app: Jobs
name: Career advice
description: Helps a person find out which work suits them and how to get it.
---
The person is thinking about their career. Ask what they have done, what they like and what they need before you give advice.
Ask one question at a time. Offer two or three different options, each with its advantages and disadvantages.
Say what you do not know about their field and their country, and how they can find out.
`;

const TUTOR = `---
app: Learning
name: Tutor
description: Explains something step by step, with questions, so that a person learns it.
---
The person wants to learn, not just get an answer. Find out what they already know.
Explain one step at a time with a small example, then let them try the next one. When they make a mistake, show where, and let them try again.
Give the whole solution only when they ask for it.
`;

/** The focuses that are always there, in the format of files. */
export const builtInFocuses: readonly Focus[] = Object.entries({ 'career-advice': CAREER, tutor: TUTOR }).map(
  ([slug, text]) => {
    const parsed = parseFocus(slug, text);
    if ('problem' in parsed) throw new Error(`The focus ${slug}: ${parsed.problem}`);
    return parsed.value;
  },
);
