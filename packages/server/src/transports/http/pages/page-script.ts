import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SCRIPT_ADDRESS = '/perene.js';

/** Copies texts and checks proofs, which pages cannot do without a script. Without it, the pages are complete otherwise. */
export const PAGE_SCRIPT = `for (const button of document.querySelectorAll('button[data-copy]')) {
  const text = button.textContent;
  button.classList.add('ready');
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    const copied = 'value' in source ? source.value : source.textContent;
    try {
      await navigator.clipboard.writeText(copied);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      if ('select' in source) source.select();
      else getSelection().addRange(range);
      document.execCommand('copy');
    }
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = text; }, 2000);
  });
}
for (const button of document.querySelectorAll('button[data-check]')) {
  button.classList.add('ready');
  button.addEventListener('click', async () => {
    await import(button.dataset.check);
    document.getElementById('verification').dispatchEvent(new Event('check'));
  });
}
`;

/** The script of the console that checks proofs, which is loaded only if a reader asks for it. */
export const readCheckerAddress = (consoleFolder: string): string | undefined => {
  try {
    return /"(\/assets\/verify-[^"]+\.js)"/.exec(readFileSync(join(consoleFolder, 'verify.html'), 'utf8'))?.[1];
  } catch {
    // Sources that run unbuilt have none.
    return undefined;
  }
};
