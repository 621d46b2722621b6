/** The package has no types of its own. */
declare module 'mime' {
  const mime: { getType(path: string): string | null };
  export default mime;
}
