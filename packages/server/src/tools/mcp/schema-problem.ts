import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import type { ToolInput } from '../tool.ts';

type Check = (value: unknown) => string | undefined;

const NO_PROBLEM: Check = () => undefined;

/**
 * What is wrong with a value by a JSON Schema, in words; undefined when nothing is. Where nobody can read the schema
 * everything will do: then whoever wrote it must judge. Never throws.
 */
export function schemaProblem(schema: ToolInput): Check {
  // Its own one each time: schemas of different servers may have the same id.
  const validator = new AjvJsonSchemaValidator();
  let check: ReturnType<typeof validator.getValidator>;
  try {
    check = validator.getValidator(schema);
  } catch {
    return NO_PROBLEM;
  }
  return (value) => {
    try {
      const { valid, errorMessage = 'It does not fit the schema.' } = check(value);
      return valid ? undefined : errorMessage.replaceAll(/\bdata(?=[/ ])/g, 'input');
    } catch {
      return undefined;
    }
  };
}
