import type { KeychainCause } from './helperProtocol.ts'

/** Why the keychain cannot be used, and what a person can do about it, each as one sentence. */
const messages: Record<KeychainCause, { cause: string; fix: string }> = {
  'missing-library': {
    cause: "The library for this computer's keychain is missing.",
    fix: 'On Linux, install libsecret-1-0 and gnome-keyring, then start Pathclock again.',
  },
  'no-bus': {
    cause: 'There is no D-Bus session, so the keychain cannot be reached.',
    fix: 'Start Pathclock from a desktop session, or under dbus-run-session with gnome-keyring running.',
  },
  'no-service': {
    cause: 'No keychain service is running.',
    fix: 'On Linux, install libsecret-1-0 and gnome-keyring (or KWallet) and start it, then sign in again.',
  },
  locked: {
    cause: 'The keychain is locked.',
    fix: 'Unlock your keyring (by logging in, or in its own settings), then sign in again.',
  },
  'not-answering': {
    cause: 'The keychain does not answer.',
    fix: 'Look for a window that asks you to unlock your keyring, answer it, then sign in again.',
  },
  failed: {
    cause: 'The keychain does not work.',
    fix: "Check that your system's keychain works, then sign in again.",
  },
}

/** Said where a secret could not be removed: what the keychain may hold still, and what to do about it. */
export const formatLeftBehind = (cause: KeychainCause): string =>
  `You are signed out in Pathclock, but the keychain may still hold the credential: it could not be asked to remove it. ${messages[cause].cause} Remove the entries of Pathclock in the keychain's own window, or sign in and out again once it works.`

export const adviceFor = (cause: KeychainCause): { cause: string; fix: string } => messages[cause]
