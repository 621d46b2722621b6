export const SCRIPT_ADDRESS = '/perene.js';

/** Copies texts, which pages cannot do without a script. Without it, the pages are complete otherwise. */
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
`;
