const LABEL_URL =
  /^(\/api\/v1\/(?:items|archives|proofs|alerts)\/)([^?#]+?)(\/(?:files|history|claims|withdrawal|cited-from|proof|proposals|approve|revoke|key))?(\?.*)?$/s;

/** Escapes the slashes of a label before the router sees them, so that a label is one parameter. */
export const escapeLabel = (url: string): string =>
  url.replace(
    LABEL_URL,
    (_url, start: string, label: string, end = '', query = '') =>
      `${start}${label.replaceAll('/', '%2F')}${end}${query}`,
  );
