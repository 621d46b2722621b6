/** Where a name leads, as a link if a browser may follow it. */
export const Target = ({ url }: { readonly url: string }) =>
  /^https?:\/\//i.test(url) || /^\/[^/\\]/.test(url) ? (
    <a class="anywhere" href={url} rel="noreferrer" target="_blank">
      {url}
    </a>
  ) : (
    <span class="anywhere">{url}</span>
  );
