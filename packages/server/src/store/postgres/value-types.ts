import { types } from 'pg';

/** Values as SQLite gives them: whole numbers are numbers, true and false are 1 and 0. */
const PARSERS: Readonly<Record<number, (text: string) => number>> = {
  [types.builtins.INT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
};

// The driver declares one function with many overloads, of which text is the one in use here.
export const getTypeParser = ((type: number, format?: 'text') =>
  PARSERS[type] ?? types.getTypeParser(type, format)) as typeof types.getTypeParser;
