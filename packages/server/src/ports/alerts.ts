/** Archives that claim one original: what each of them says, for the operator to judge. */
export interface Alert {
  readonly ibi: string;
  readonly claims: readonly AlertClaim[];
  readonly firstSeenAt: bigint;
  readonly lastSeenAt: bigint;
  readonly times: number;
}

export interface AlertClaim {
  readonly service: string;
  readonly address: string;
  readonly url?: string | undefined;
  readonly timestamp?: string | undefined;
}

export interface AlertPlace {
  readonly lastSeenAt: bigint;
  readonly ibi: string;
}

export interface Alerts {
  /** Adds an alert, or renews an old one with the present claims. */
  note(alert: { readonly ibi: string; readonly claims: readonly AlertClaim[]; readonly at: bigint }): Promise<void>;
  /** The alerts after that place, the last seen first. */
  list(page: { readonly after: AlertPlace | undefined; readonly limit: number }): Promise<readonly Alert[]>;
}
