import type { AppServices, Services } from '../../shared/contract/contract.ts'
import type { AppStatus, Revocation } from '../../shared/contract/state.ts'
import { isCapsule, type Profile } from '../../shared/domain/app/profile.ts'
import type { Session } from '../session/session.ts'
import { type Capsules } from './composeCapsule.ts'
import type { Shared } from './composeClient.ts'
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
export function composeSession(deps: SessionServicesDeps): SessionServices {
  const { session, workspaces, capsules, open, status, emit } = deps

  /** Signing in with the browser may take minutes, so only opening and closing workspaces is queued. */
  const runThenOpen = async (work: () => Promise<unknown>): Promise<AppStatus> => {
    try {
      await work()
    } finally {
      await workspaces.openActive()
    }
    emit('status.changed', status())
    return status()
  }
  const closeCapsule = async (profile: Profile): Promise<void> => {
    await workspaces.leaveCapsule(profile)
    await workspaces.openActive()
    await capsules.removeFolder(profile.id)
  }

  return {
    session: createSignIn(deps, runThenOpen, closeCapsule),
    profiles: {
      async change(changes) {
        const now = await runThenOpen(() => session.change(changes))
        const current = open.get()
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
    capsules: { verify: capsules.verify, open: ({ fileId }) => runThenOpen(() => capsules.open({ fileId })) },
    workspace: {
      verify: workspaces.backups.verify,
      async restore(input) {
        try {
          return await workspaces.backups.restore(input)
        } finally {
          emit('status.changed', status())
        }
      },
    },
  }
}

function createSignIn(
  { session, workspaces, open, openExample, status, emit }: SessionServicesDeps,
  runThenOpen: (work: () => Promise<unknown>) => Promise<AppStatus>,
  closeCapsule: (profile: Profile) => Promise<void>,
): AppServices['session'] {
  /** Signs in. If the workspace was already open, its stopped work resumes; a newly opened one resumes anyway. */
  const signIn = async (work: () => Promise<unknown>) => {
    const before = open.get()
    const now = await runThenOpen(work)
    const current = open.get()
    if (current === before) current?.onSignedIn()
    return now
  }
  const signOut: Services['session']['signOut'] = async ({ clearCache: isCacheCleared }) => {
    let revocation: Revocation = null
    const now = await runThenOpen(async () => {
      const profile = session.active()
      if (profile && isCapsule(profile)) return closeCapsule(profile)
      try {
        revocation = await session.signOut()
      } finally {
        if (isCacheCleared && profile) await workspaces.clearCache(profile.id)
      }
    })
    return { ...now, revocation }
  }
  return {
    startDemo: () => runThenOpen(() => workspaces.startDemo(true)),
    async openDemoStudy(study) {
      try {
        const { fileId } = await openExample({ name: 'cohort.csv' })
        return { studyId: await workspaces.runInDemo((services) => openDemoStudy(services, fileId, study)) }
      } finally {
        emit('status.changed', status())
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
      emit('status.changed', status())
      return found
    },
    signOut,
    pasteRedirect({ address }) {
      session.pasteRedirect(address)
      return null
    },
    secrets: () => session.secrets(),
  }
}
