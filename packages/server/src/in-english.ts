import * as z from 'zod/mini';

/** For `safeParse`: problems are in English. zod/mini has no words itself, and its configuration belongs to the whole process. */
export const inEnglish = { error: z.locales.en().localeError };
