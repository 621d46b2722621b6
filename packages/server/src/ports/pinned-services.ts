/** The repository names in the answers of members that were registered by an IBIp. */
export interface PinnedServices {
  all(): Promise<ReadonlyMap<string, string>>;
  /** Keeps the first name, even if another comes later; returns the name that is kept. */
  pin(service: string, repository: string): Promise<string>;
}
