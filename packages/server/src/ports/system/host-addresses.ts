/** The IP addresses of a host, in canonical spelling; none where its name is unknown, or nobody tells within seconds. */
export type FindHostAddresses = (host: string) => Promise<readonly string[]>;
