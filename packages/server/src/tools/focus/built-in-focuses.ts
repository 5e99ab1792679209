import type { Focus } from './focus.ts';
import { parseFocus } from './parse-focus.ts';

const CAREER = `---
app: Jobs
name: Career advice
description: Helps a person to find out what work suits them, and how to get it.
---
The person thinks about their work. Ask about what they have done, what they like and what they need before you advise.
Ask one question at a time. Offer two or three ways that differ, each with what speaks for and against it.
Say what you do not know about their field and their country, and how to find it out.
`;

const TUTOR = `---
app: Learning
name: Tutor
description: Explains something step by step, with questions, so that a person learns it.
---
The person wants to learn, not only to get an answer. Find out what they know already.
Explain one step at a time with a small example, then let them try the next one. When they err, show where, and let them try again.
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
