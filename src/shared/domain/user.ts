/** The calling user as the service describes them; only what it returned is set. */
export type User = {
  userId: string
  name: string | null
  email: string | null
  organization: string | null
  plan: string | null
  scopes: string[] | null
  raw: unknown
}
