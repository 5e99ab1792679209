// Takes the place of the German catalogue on its way to the page, so that the page itself is the one that ships.

import type { Catalogue } from '../../../packages/app/web/base/language.ts';
import { english as page } from '../../../packages/app/web/base/strings.ts';
import { englishWords as words } from '../../../packages/react/src/words/strings.ts';
import { pseudoCatalogue } from './pseudo-text.ts';

export const german: Catalogue = { words: pseudoCatalogue(words), page: pseudoCatalogue(page) };
