export {
  createPartialJson,
  type PartialJson,
  type PartialJsonArray,
  type PartialJsonObject,
  type PartialJsonProblem,
  type PartialJsonResult,
  type PartialJsonValue,
  parsePartialJson,
} from './json/partial-json.ts';
