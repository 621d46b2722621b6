/** What this Archive last heard from a resolver that it joins. */
export type JoinState =
  | { readonly kind: 'included'; readonly confirmed: boolean }
  | { readonly kind: 'excluded' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

export interface JoinedResolver {
  readonly state: JoinState;
  /** The address that the resolver was told. */
  readonly address: string;
  readonly at: bigint;
}

export interface JoinedResolvers {
  find(resolver: string): Promise<JoinedResolver | undefined>;
  save(resolver: string, joined: JoinedResolver): Promise<void>;
}
