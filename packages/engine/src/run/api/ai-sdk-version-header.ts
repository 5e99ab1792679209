/** The header with which an app says the major version of the AI SDK that it uses. */
export const AI_SDK_VERSION_HEADER = 'x-ai-sdk-version';
