import {
  type AppServices,
  type Call,
  contract,
  type Output,
  type WorkspaceServices,
} from '../shared/contract/contract.ts'
import {
  Failure,
  type FailureData,
  isFailure,
  noProfileFailure,
  readOnlyFailure,
  rejected,
  toFailure,
} from '../shared/contract/failures.ts'
import { type MethodName, methodNames } from '../shared/contract/methodNames.ts'
import { issueMessage } from '../shared/words/issueMessage.ts'
import { message } from '../shared/words/message.ts'
import type { Dispatch, Log, Random } from './ports.ts'

type DispatchDeps = {
  /** The services that need no workspace. */
  app: AppServices
  /** The open workspace; null where none is open. */
  workspace(): {
    isCapsule: boolean
    services: WorkspaceServices
    /** Throws `journalUncertain` if orders may be missing after damage. */
    requireCertain(): Promise<void>
  } | null
  log: Log
  random: Random
  /** Called for each failed call. */
  onFailure?: (method: string, failure: FailureData) => void
}

const knownMethods: ReadonlySet<string> = new Set(methodNames)

/**
 * The only catch-all: checks the name, the input and the policy, calls the service, and turns what was thrown into a
 * reply.
 */
export function createDispatch({ app, workspace, log, random, onFailure }: DispatchDeps): Dispatch {
  /** Throws if the method's policy forbids the call: read-only capsule, no profile open, orders in question. */
  const servicesFor = async (method: MethodName): Promise<AppServices | WorkspaceServices> => {
    const { kind, inCapsule } = contract[method]
    const open = workspace()
    if (open?.isCapsule && !inCapsule) throw readOnlyFailure()
    if (kind === 'app') return app
    if (!open) throw noProfileFailure()
    if (kind === 'costs') await open.requireCertain()
    return open.services
  }
  const answer = async (name: string, input: unknown): Promise<unknown> => {
    if (!knownMethods.has(name))
      throw rejected(message('app.noMethod', { name: name.slice(0, 80) }), 'method')
    const method = name as MethodName
    const checked = contract[method].input.safeParse(input ?? {})
    if (!checked.success)
      throw rejected(
        message('app.requestNotExpected', { method }),
        checked.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issueMessage(issue) })),
      )
    return handlerOf(await servicesFor(method), method)(checked.data)
  }

  return async (name, input) => {
    try {
      return { ok: true, value: (await answer(name, input)) ?? null }
    } catch (error) {
      const failure = toLoggedFailure(error, name, log, random).toData()
      onFailure?.(name, failure)
      return { ok: false, failure }
    }
  }
}

/** The types of the services say that it is there, but not for a name that is only known now; the schema has checked the input. */
function handlerOf(services: AppServices | WorkspaceServices, method: MethodName) {
  const [noun = '', verb = ''] = method.split('.')
  const byNoun: { [noun: string]: { [verb: string]: unknown } } = services
  return byNoun[noun]?.[verb] as (input: unknown) => unknown
}

/** What is unforeseen becomes `bug`: its stack is logged once under a reference, and the reference is shown. */
function toLoggedFailure(error: unknown, name: string, log: Log, random: Random): Failure {
  if (isFailure(error)) return error
  const reference = random.id().slice(0, 8)
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log.write('error', 'unforeseen error', {
    reference,
    method: knownMethods.has(name) ? name : 'unknown',
    stack,
  })
  return new Failure('bug', message('app.somethingWentWrongPathclockReference', { reference }), { reference })
}

/** The typed client for callers in the same process (the command line); throws `Failure`. */
export function createCall(dispatch: Dispatch): Call {
  return async (name, input) => {
    const reply = await dispatch(name, input)
    if (!reply.ok) throw toFailure(reply.failure)
    return reply.value as Output<typeof name>
  }
}
