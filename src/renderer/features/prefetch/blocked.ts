/** Why no request can leave now; null when it can. */
export type Blocked = 'switch' | 'signedOut' | null
