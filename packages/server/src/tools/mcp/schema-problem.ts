import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import type { ToolInput } from '../define/tool.ts';

type Check = (value: unknown) => string | undefined;

const NO_PROBLEM: Check = () => undefined;

/**
 * The fault of a value by a JSON Schema, in words; undefined when there is none. Where nobody can read the schema
 * everything will do: then its author must judge. Patterns are left to it too: they are regular expressions of others, and
 * some take longer than anybody lives. Never throws.
 */
export function schemaProblem(schema: ToolInput): Check {
  // Its own one each time: schemas of different servers may have the same id.
  const validator = new AjvJsonSchemaValidator();
  let check: ReturnType<typeof validator.getValidator>;
  try {
    check = validator.getValidator(withoutPatterns(schema));
  } catch {
    return NO_PROBLEM;
  }
  return (value) => {
    try {
      const { valid, errorMessage = 'It does not match the schema.' } = check(value);
      return valid ? undefined : errorMessage.replaceAll(/\bdata(?=[/ ])/g, 'input');
    } catch {
      return undefined;
    }
  };
}

/** Keywords that compare with regular expressions, or each item with each other one. */
const SLOW: ReadonlySet<string> = new Set(['pattern', 'patternProperties', 'format', 'uniqueItems']);
/** Keywords about the remaining keys, which are only true beside the patterns. */
const BESIDE: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/** A schema without the parts that may take forever. The keys under `properties` are names, not keywords. */
function withoutPatterns(schema: ToolInput): ToolInput {
  const hasPatterns = Object.hasOwn(schema, 'patternProperties');
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (SLOW.has(key) || (hasPatterns && BESIDE.has(key))) return [];
      const isNamed = key === 'properties' || key === '$defs' || key === 'definitions';
      if (isNamed && isObject(value))
        return [
          [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleaned(each)]))],
        ];
      return [[key, key === 'enum' || key === 'const' || key === 'default' ? value : cleaned(value)]];
    }),
  );
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  return isObject(value) ? withoutPatterns(value) : value;
}

function isObject(value: unknown): value is ToolInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
