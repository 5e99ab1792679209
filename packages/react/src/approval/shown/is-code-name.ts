const CODE =
  /^(command|cmd|code|code_edit|query|sql|script|regex|pattern|path|file_path|target_file|cwd|diff|args)$/i;

/** Tells whether an argument of this name holds code, a command or a path, where every character counts. Pure. */
export function isCodeName(name: string): boolean {
  return CODE.test(name);
}
