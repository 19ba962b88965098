/** Names of a profile's entries in the keychain. */
export const secretNames = (profileId: string) => ({
  apiKey: `pathclock/${profileId}/api-key`,
  accessToken: `pathclock/${profileId}/access-token`,
  refreshToken: `pathclock/${profileId}/refresh-token`,
  clientSecret: `pathclock/${profileId}/client-secret`,
})
