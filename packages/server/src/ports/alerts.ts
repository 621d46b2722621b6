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
  /** A new alert, or once more an old one, with what is claimed now. */
  note(alert: { readonly ibi: string; readonly claims: readonly AlertClaim[]; readonly at: bigint }): Promise<void>;
  /** The last seen first, after that place. */
  list(page: { readonly after: AlertPlace | undefined; readonly limit: number }): Promise<readonly Alert[]>;
}
