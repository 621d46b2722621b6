import { type SignatureCheck, sha256 } from '@perene/core/trust';
import { type CheckedStep, type Checking, checkItem } from './check-item.ts';
import { type VerifyTexts, verifyTexts } from './texts.ts';

/** Web Crypto hashes a whole file at once. */
const MAX_FILE_BYTES = 64 * 1_048_576;
const MAX_PROOF_BYTES = 8 * 1_048_576;

type Given = Readonly<Partial<Record<'proof' | 'file' | 'path' | 'bytes' | 'closed', string>>>;

const checkingOf = ({ proof = '', file, path, bytes = '0', closed }: Given): Checking => ({
  path,
  async readProof() {
    const response = await fetch(proof, { headers: { accept: 'application/json' } });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(String(response.status));
    const text = await response.text();
    if (text.length > MAX_PROOF_BYTES) throw new Error('too large');
    return text;
  },
  async readFile() {
    if (closed !== undefined) return 'closed';
    if (file === undefined) return undefined;
    if (Number(bytes) > MAX_FILE_BYTES) return 'too-large';
    // What a cache keeps may be another than what the Archive has.
    const response = await fetch(file, { cache: 'no-store' });
    if (response.status === 401 || response.status === 403) return 'closed';
    if (!response.ok) throw new Error(String(response.status));
    return new Uint8Array(await response.arrayBuffer());
  },
  verify: verifySignature,
  // Web Crypto is there only over HTTPS, and on the machine itself.
  hash: async (content) =>
    crypto.subtle === undefined ? sha256(content) : new Uint8Array(await crypto.subtle.digest('SHA-256', content)),
});

const verifySignature = async ({ key, message, signature }: SignatureCheck): Promise<boolean | undefined> => {
  try {
    const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', imported, new Uint8Array(signature), new Uint8Array(message));
  } catch {
    return undefined;
  }
};

const element = (name: string, text: string, className = ''): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
};

const showSteps = (steps: readonly CheckedStep[], texts: VerifyTexts): readonly HTMLElement[] => {
  const list = element('ol', '', 'line');
  for (const { step, verdict, reasons } of steps) {
    const line = element('li', '');
    line.append(element('strong', texts.verdicts[verdict]), ` · ${texts.steps[step]}`);
    for (const reason of reasons) {
      line.append(document.createElement('br'), element('span', texts.reasons[reason] ?? reason, 'faint'));
    }
    list.append(line);
  }
  const hasFailed = steps.some(({ verdict }) => verdict === 'failed');
  const isWhole = steps.every(({ verdict }) => verdict === 'passed');
  const conclusion = texts.conclusions[hasFailed ? 'failed' : isWhole ? 'passed' : 'open'];
  return [list, element('p', conclusion), element('p', texts.limits, 'faint')];
};

const place = document.querySelector<HTMLElement>('#verification');

if (place !== null) {
  const texts = verifyTexts(document.documentElement.lang);
  // The script of the page loads this one when a reader asks for it.
  place.addEventListener('check', async () => {
    place.replaceChildren(element('p', texts.checking));
    try {
      place.replaceChildren(...showSteps(await checkItem(checkingOf({ ...place.dataset })), texts));
    } catch {
      place.replaceChildren(element('p', texts.failed));
    }
  });
}
