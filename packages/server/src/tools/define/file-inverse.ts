import { type FileInverse, inverseSchema } from '../workspace/file-inverse.ts';
import type { StandardSchema } from './standard-schema.ts';

/** The schema of what `workspace.writeText` returns as `inverse`, for the `undo` of a tool. */
export const fileInverse: StandardSchema<unknown, FileInverse> = inverseSchema;
