import { formatOf } from './format.ts';

const { count } = formatOf('en');

/** The words of this part of the screen. */
export const trayWords = {
  trayTitle: 'Chat',
  trayWelcome: 'How can I help?',
  trayWelcomeHelp: 'Ask a question. The answer shows which tools it used.',
  trayMessage: 'Message',
  trayPlaceholder: 'Write a message…',
  traySend: 'Send',
  trayStop: 'Stop',
  trayNew: 'New chat',
  trayClose: 'Close',
  trayAnswering: 'Writing the answer',
  trayFailed: 'This failed',
  toolRunning: (name: string) => `Running ${name}`,
  toolFailed: 'failed',
  schemaProposal: 'Proposed tables',
  field: 'Field',
  fieldType: 'Type',
  fieldRequired: 'Required',
  fieldMeaning: 'Meaning',
  categories: 'Categories',
  articleCount: (articles: number) => count(articles, { one: 'article', other: 'articles' }),
  streams: 'Suggested streams',
  searchesFor: 'Searches for',
};
