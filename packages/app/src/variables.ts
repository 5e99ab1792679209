/** An environment variable that the command reads. */
export interface Variable {
  readonly name: string;
  readonly summary: string;
}

/** Every environment variable, in the order in which help shows them. `docs/settings.md` says more about each. */
export const VARIABLES: readonly Variable[] = [
  { name: 'PORT', summary: 'the port; without it 4141 or the next free one' },
  { name: 'MILLRACE_DATA', summary: 'the folder of the database; .millrace by default' },
  {
    name: 'MILLRACE_WORKSPACE',
    summary: 'the folder that tools work in; one of sample files by default',
  },
  {
    name: 'MILLRACE_STORE',
    summary: 'postgres://user:password@host/database keeps everything in Postgres instead',
  },
  {
    name: 'MILLRACE_KEY',
    summary: 'the key that encrypts what is stored, 32 bytes in base64; one in the key folder by default',
  },
  {
    name: 'MILLRACE_HOME_KEY',
    summary: 'off keeps no keys of people here: only their devices open what they keep',
  },
  { name: 'MILLRACE_TOKEN', summary: 'the token of the first sign-in link' },
  { name: 'MILLRACE_HOST', summary: 'the address to listen on; 127.0.0.1 by default' },
  {
    name: 'MILLRACE_URL',
    summary: 'the public addresses, such as https://chat.example, separated by commas',
  },
  {
    name: 'MILLRACE_TRUST_PROXY',
    summary: 'how many proxies stand before it, or their networks: then X-Forwarded-* is read',
  },
  { name: 'MILLRACE_TLS_CERT', summary: 'a file with the certificate for https' },
  { name: 'MILLRACE_TLS_KEY', summary: 'the file of its key' },
  { name: 'MILLRACE_INSECURE', summary: '1 lets others reach it without https' },
  {
    name: 'MILLRACE_KEYS',
    summary: 'the folder of keys and certificates; ~/.config/millrace by default',
  },
  { name: 'MILLRACE_MODEL', summary: 'the model that answers, as provider/model' },
  { name: 'MILLRACE_MAX_TOKENS', summary: 'the most tokens that an answer may have' },
  { name: 'MILLRACE_MAX_FILE', summary: 'the most megabytes of a file; 25 by default' },
  { name: 'MILLRACE_MAX_FILES', summary: 'the most megabytes of all files of a person; 5120 by default' },
  { name: 'MILLRACE_TEXT_CALLS', summary: 'models that write calls as text, separated by commas' },
  { name: 'MILLRACE_METRICS', summary: 'a port, or an address and a port, where Prometheus reads metrics' },
  { name: 'MILLRACE_LOG', summary: 'info, warn or error prints lines of JSON without content' },
  { name: 'MILLRACE_SANDBOX', summary: 'bwrap runs commands in bubblewrap' },
  { name: 'MILLRACE_BROWSER', summary: 'the path of a Chrome or Chromium' },
  { name: 'MILLRACE_SEARXNG_URL', summary: 'the address of a SearXNG that searches the web' },
  { name: 'MILLRACE_ALLOW_HOSTS', summary: 'hosts that may be reached although they are not public' },
  { name: 'MILLRACE_PREVIEWS', summary: 'off shows no previews of links' },
  { name: 'MILLRACE_DEMO_PACE', summary: 'milliseconds between two pieces of an answer of the demo model' },
  { name: 'BRAVE_API_KEY', summary: 'searches the web with Brave' },
  {
    name: 'ANTHROPIC_API_KEY',
    summary: "offers Anthropic's models; ANTHROPIC_BASE_URL sends them elsewhere",
  },
  { name: 'OPENAI_API_KEY', summary: "offers OpenAI's models; OPENAI_BASE_URL sends them elsewhere" },
  {
    name: 'GEMINI_API_KEY',
    summary: "offers Google's models, as GOOGLE_API_KEY does; GEMINI_BASE_URL sends them elsewhere",
  },
  {
    name: 'OPENROUTER_API_KEY',
    summary: "offers OpenRouter's models; OPENROUTER_BASE_URL sends them elsewhere",
  },
  { name: 'OLLAMA_BASE_URL', summary: 'the address of an Ollama; OLLAMA_API_KEY is its key' },
  {
    name: 'COMPATIBLE_BASE_URL',
    summary: "a server that speaks OpenAI's Chat Completions; COMPATIBLE_API_KEY is its key",
  },
  { name: 'NO_COLOR', summary: 'any value prints without colours' },
];
