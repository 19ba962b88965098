import type { AppServices, Services } from '../../shared/contract/contract.ts'
import type { AppStatus, Revocation } from '../../shared/contract/state.ts'
import { isCapsule } from '../../shared/domain/app/profile.ts'
import type { Session } from '../session/session.ts'
import type { Capsules } from './composeCapsule.ts'
import type { Shared } from './composeShared.ts'
import { openDemoStudy } from './demoStudy.ts'
import type { OpenWorkspace, Workspaces } from './workspaces.ts'

type SessionServicesDeps = {
  session: Session
  workspaces: Workspaces
  capsules: Capsules
  open: OpenWorkspace
  openExample: AppServices['examples']['open']
  status(): AppStatus
  emit: Shared['emit']
}

type SessionServices = Pick<AppServices, 'session' | 'profiles' | 'capsules' | 'workspace'>

/** Composes sign-in, profiles and capsules. Each of their methods leaves the workspace of the active profile open. */
export function composeSession({
  session,
  workspaces,
  capsules,
  open,
  openExample,
  status,
  emit,
}: SessionServicesDeps): SessionServices {
  const notifyStatusChanged = () => emit('status.changed', status())

  /** Signing in with the browser may take minutes, so only opening and closing workspaces is queued. */
  const runThenOpen = async (work: () => Promise<unknown>): Promise<AppStatus> => {
    try {
      await work()
    } finally {
      await workspaces.openActive()
    }
    notifyStatusChanged()
    return status()
  }
  /** Signs in. If the workspace was already open, its stopped work resumes; a newly opened one resumes anyway. */
  const signIn = async (work: () => Promise<unknown>) => {
    const before = open.current
    const now = await runThenOpen(work)
    if (open.current === before) before?.onSignedIn()
    return now
  }
  const signOut: Services['session']['signOut'] = async ({ clearCache: isCacheCleared }) => {
    let revocation: Revocation = null
    const now = await runThenOpen(async () => {
      const profile = session.active()
      if (profile && isCapsule(profile)) {
        await workspaces.leaveCapsule(profile)
        await workspaces.openActive()
        return capsules.removeFolder(profile.id)
      }
      try {
        revocation = await session.signOut()
      } finally {
        if (isCacheCleared && profile) await workspaces.clearCache(profile.id)
      }
    })
    return { ...now, revocation }
  }

  return {
    session: {
      startDemo: () => runThenOpen(() => workspaces.startDemo(true)),
      async openDemoStudy(study) {
        try {
          const { fileId } = await openExample({ name: 'cohort.csv' })
          return { studyId: await workspaces.runInDemo((services) => openDemoStudy(services, fileId, study)) }
        } finally {
          notifyStatusChanged()
        }
      },
      connectApiKey: (input) => signIn(() => session.connectApiKey(input)),
      connectOAuth: (input) => signIn(() => session.connectOAuth(input)),
      cancelOAuth() {
        session.cancelOAuth()
        return null
      },
      async checkKeychain() {
        const found = await session.checkKeychain()
        notifyStatusChanged()
        return found
      },
      signOut,
      pasteRedirect({ address }) {
        session.pasteRedirect(address)
        return null
      },
      secrets: () => session.secrets(),
    },
    profiles: {
      async change(changes) {
        const now = await runThenOpen(() => session.change(changes))
        const { current } = open
        if (changes.dialect && current?.profileId === changes.profileId) await current.dialectChanged()
        return now
      },
      select: ({ profileId, remember: isRemembered }) =>
        runThenOpen(async () => {
          if (isRemembered) await session.select(profileId)
          else session.use(profileId)
          if (session.active()?.signIn === 'demo') await workspaces.startDemo(isRemembered)
        }),
    },
    capsules: { verify: capsules.verify, open: (input) => runThenOpen(() => capsules.open(input)) },
    workspace: {
      verify: workspaces.backups.verify,
      async restore(input) {
        try {
          return await workspaces.backups.restore(input)
        } finally {
          notifyStatusChanged()
        }
      },
    },
  }
}
