const COLLECTION = '/col/';
const DOCUMENTS = '/doc/';
/** What would end the address in the header. */
const DELIMITER = /[<>"]/;

/**
 * A redirect to a document of this node says where all links of its item are (Signposting). The location is what an
 * Archive told, and that may be another one.
 */
export const linkOfDocument = (location: string, publicUrl: string): string | undefined => {
  const start = publicUrl.length + COLLECTION.length;
  if (!location.startsWith(COLLECTION, publicUrl.length) || !location.startsWith(publicUrl)) return undefined;
  const end = location.indexOf(DOCUMENTS, start);
  const page = `${publicUrl}/items/${location.slice(start, end)}`;
  return end < 0 || DELIMITER.test(page)
    ? undefined
    : `<${page}>; rel="describedby"; type="text/html", <${page}/linkset.json>; rel="linkset"; type="application/linkset+json"`;
};
