import * as z from 'zod/mini';

/** For `safeParse`: problems are told in English. zod/mini has no words of its own, and its configuration belongs to the whole process. */
export const inEnglish = { error: z.locales.en().localeError };
