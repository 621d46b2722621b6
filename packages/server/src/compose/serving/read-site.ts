import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import { PLAIN_SITE, SITE_PAGES, type Site } from '../../transports/http/pages/site.ts';

const FOLDER = 'site';
const LANGUAGES = ['en', 'pt'] as const;
const MAX_TEXT_BYTES = 64_000;
const MAX_LOGO_BYTES = 200_000;
const LOGOS = [
  ['logo.svg', 'image/svg+xml'],
  ['logo.png', 'image/png'],
] as const;

/** Reads whose archive this is: from the settings, and from the files in the folder `site` of the data. */
export const readSite = ({ dataFolder, site, identity }: Pick<Settings, 'dataFolder' | 'site' | 'identity'>): Site => {
  const read = (name: string, maxBytes: number): Buffer | undefined => {
    const path = join(dataFolder, FOLDER, name);
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return bytes > 0 && bytes <= maxBytes ? readFileSync(path) : undefined;
  };
  const pages = SITE_PAGES.map((name) => {
    const texts = LANGUAGES.map((language) => [language, read(`${name}.${language}.md`, MAX_TEXT_BYTES)?.toString()]);
    return [name, Object.fromEntries(texts.filter(([, text]) => text !== undefined))] as const;
  });
  const logos = LOGOS.map(([name, mediaType]) => ({ content: read(name, MAX_LOGO_BYTES), mediaType }));
  const logo = logos.find(({ content }) => content !== undefined);
  return {
    name: site?.name ?? PLAIN_SITE.name,
    isNamed: site?.name !== undefined,
    isForPractice: identity.isForTryingOut,
    accent: site?.accent,
    contact: site?.contact,
    logo: logo?.content && { content: logo.content, mediaType: logo.mediaType },
    pages: Object.fromEntries(pages.filter(([, texts]) => Object.keys(texts).length > 0)),
  };
};
