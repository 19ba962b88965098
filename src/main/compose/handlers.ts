import { contract, type Handlers } from '../../shared/contract/contract.ts'
import { Failure, readOnlyFailure } from '../../shared/contract/failures.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import { methodNames } from '../../shared/contract/methodNames.ts'
import type { AppStatus, FileHandle } from '../../shared/contract/state.ts'
import type { Dialogs, Files } from '../ports.ts'

/** The functions of one service, each with the input and output of its method. */
type ServiceMethods<Names extends Record<string, MethodName>> = { [K in keyof Names]: Handlers[Names[K]] }

/** What one profile's data and service offer. */
export type Workspace = {
  catalogue: ServiceMethods<{
    search: 'drugs.search'
    show: 'drugs.show'
    facets: 'drugs.facets'
    lookup: 'drugs.lookup'
  }>
  links: ServiceMethods<{ links: 'drugs.links' }>
  lists: ServiceMethods<{
    marks: 'drugs.marks'
    mark: 'drugs.mark'
    list: 'sets.list'
    show: 'sets.show'
    create: 'sets.create'
    change: 'sets.change'
    remove: 'sets.remove'
    restore: 'sets.restore'
  }>
  searches: ServiceMethods<{
    list: 'searches.list'
    save: 'searches.save'
    rename: 'searches.rename'
    remove: 'searches.remove'
  }>
  pathways: ServiceMethods<{
    list: 'pathways.list'
    show: 'pathways.show'
    merge: 'pathways.merge'
    split: 'pathways.split'
    rename: 'pathways.rename'
    reset: 'pathways.reset'
  }>
  prefetch: ServiceMethods<{
    list: 'prefetch.list'
    start: 'prefetch.start'
    pause: 'prefetch.pause'
    resume: 'prefetch.resume'
    remove: 'prefetch.remove'
  }>
  imports: ServiceMethods<{
    read: 'imports.read'
    check: 'imports.check'
    send: 'imports.send'
    saveFailedRows: 'imports.saveFailedRows'
    failing: 'imports.failing'
    edit: 'imports.edit'
    replace: 'imports.replace'
    undo: 'imports.undo'
    redo: 'imports.redo'
    dryRun: 'imports.dryRun'
    saveBlank: 'imports.saveBlank'
  }>
  mappings: ServiceMethods<{ list: 'mappings.list'; save: 'mappings.save'; remove: 'mappings.remove' }>
  orderForm: ServiceMethods<{ get: 'orderForm.get'; set: 'orderForm.set' }>
  batches: ServiceMethods<{
    list: 'batches.list'
    rows: 'batches.rows'
    resume: 'batches.resume'
    pause: 'batches.pause'
    cancel: 'batches.cancel'
    retryFailed: 'batches.retryFailed'
    lookUpUnknown: 'batches.lookUpUnknown'
    settleUnknown: 'batches.settleUnknown'
    history: 'batches.history'
  }>
  samples: ServiceMethods<{
    list: 'samples.list'
    get: 'samples.get'
    refresh: 'samples.refresh'
    facets: 'samples.facets'
    unknownWords: 'samples.unknownWords'
    annotate: 'samples.annotate'
    undoAnnotate: 'samples.undoAnnotate'
    adopt: 'samples.adopt'
  }>
  reports: ServiceMethods<{ report: 'samples.report'; save: 'samples.saveReport' }>
  analyses: ServiceMethods<{
    run: 'analyses.run'
    sample: 'results.sample'
    history: 'results.history'
    answer: 'results.answer'
    drift: 'results.drift'
  }>
  cohort: ServiceMethods<{
    values: 'results.values'
    covariates: 'results.covariates'
    covariateValues: 'results.covariateValues'
    compare: 'results.compare'
    cluster: 'results.cluster'
    pca: 'results.pca'
    clock: 'results.clock'
    match: 'drugs.match'
  }>
  screening: ServiceMethods<{
    create: 'screening.create'
    list: 'screening.list'
    show: 'screening.show'
    follow: 'screening.follow'
    forget: 'screening.forget'
    remember: 'screening.remember'
    unknownWords: 'screening.unknownWords'
  }>
  exports: ServiceMethods<{
    describe: 'exports.describe'
    write: 'exports.write'
    list: 'exports.list'
  }>
  recipes: ServiceMethods<{
    list: 'recipes.list'
    save: 'recipes.save'
    remove: 'recipes.remove'
  }>
  studies: ServiceMethods<{ write: 'studies.write'; methods: 'studies.methods' }>
  journal: ServiceMethods<{ status: 'journal.status'; backup: 'journal.backup'; verify: 'journal.verify' }>
  connection: ServiceMethods<{
    check: 'connection.check'
    report: 'connection.report'
    export: 'connection.export'
  }>
  user: ServiceMethods<{ get: 'session.user'; update: 'session.updateUser' }>
}

/** What stays the same whichever profile is open. `changed` profiles are open when these functions return. */
export type AppServices = {
  status(): Promise<AppStatus>
  settings: ServiceMethods<{ get: 'settings.get'; set: 'settings.set' }>
  session: ServiceMethods<{
    startDemo: 'session.startDemo'
    connectApiKey: 'session.connectApiKey'
    connectOAuth: 'session.connectOAuth'
    cancelOAuth: 'session.cancelOAuth'
    pasteRedirect: 'session.pasteRedirect'
    checkKeychain: 'session.checkKeychain'
    signOut: 'session.signOut'
    secrets: 'session.secrets'
    select: 'profiles.select'
    change: 'profiles.change'
  }>
  dialogs: Dialogs
  files: Files
  paste: (text: string) => Promise<FileHandle>
  preview: Handlers['files.preview']
  /** Closes the open profile, exchanges its journal and opens it again. */
  journal: ServiceMethods<{ restore: 'journal.restore' }>
  figures: ServiceMethods<{ savePdf: 'figures.savePdf' }>
  /** `open` leaves the workspace of the capsule open. */
  capsules: ServiceMethods<{ verify: 'capsules.verify'; open: 'capsules.open' }>
  jobs: ServiceMethods<{ list: 'jobs.list'; cancel: 'jobs.cancel' }>
  recent: ServiceMethods<{ list: 'recent.list'; open: 'recent.open'; clear: 'recent.clear' }>
  examples: ServiceMethods<{ list: 'examples.list'; open: 'examples.open'; save: 'examples.save' }>
  problems: ServiceMethods<{
    gather: 'problems.gather'
    save: 'problems.save'
    crashes: 'problems.crashes'
    record: 'problems.record'
  }>
  tables: ServiceMethods<{ layout: 'tables.layout'; arrange: 'tables.arrange' }>
  updates: ServiceMethods<{ status: 'updates.status'; check: 'updates.check'; install: 'updates.install' }>
  /** The open profile's workspace; throws `notSignedIn` when none is open. */
  workspace(): Workspace
  /** Whether it was opened from a capsule. */
  readOnly(): boolean
}

/** Every method of the contract and the service that answers it; in a capsule's workspace only what leaves it as it is. */
export function createHandlers(app: AppServices): Handlers {
  const handlers = handlersOf(app)
  const guarded = methodNames
    .filter((method) => !contract[method].inCapsule)
    .map((method) => [method, guardReadOnly(app, handlers[method] as (input: unknown) => unknown)])
  return { ...handlers, ...Object.fromEntries(guarded) }
}

const guardReadOnly = (app: AppServices, handle: (input: unknown) => unknown) => (input: unknown) => {
  if (app.readOnly()) throw readOnlyFailure()
  return handle(input)
}

function handlersOf(app: AppServices): Handlers {
  const workspace = () => app.workspace()
  return {
    'app.status': () => app.status(),
    'settings.get': app.settings.get,
    'settings.set': app.settings.set,

    'session.startDemo': app.session.startDemo,
    'session.connectApiKey': app.session.connectApiKey,
    'session.connectOAuth': app.session.connectOAuth,
    'session.cancelOAuth': app.session.cancelOAuth,
    'session.pasteRedirect': app.session.pasteRedirect,
    'session.checkKeychain': app.session.checkKeychain,
    'session.signOut': app.session.signOut,
    'session.user': (input) => workspace().user.get(input),
    'session.updateUser': (input) => workspace().user.update(input),
    'session.secrets': app.session.secrets,
    'profiles.select': app.session.select,
    'profiles.change': app.session.change,

    'connection.check': (input) => workspace().connection.check(input),
    'connection.report': (input) => workspace().connection.report(input),
    'connection.export': (input) => workspace().connection.export(input),

    'files.chooseOpen': async () => {
      const path = await app.dialogs.chooseOpen()
      return path === null ? null : app.files.adopt(path)
    },
    'files.chooseSave': async ({ suggestedName }) => {
      const path = await app.dialogs.chooseSave(suggestedName)
      return path === null ? null : app.files.reserve(path)
    },
    'files.adopt': ({ path }) => app.files.adopt(path),
    'files.paste': ({ text }) => app.paste(text),
    'files.preview': app.preview,
    'files.reveal': async ({ fileId }) => {
      await app.dialogs.reveal(app.files.path(fileId))
      return null
    },

    'drugs.search': (input) => workspace().catalogue.search(input),
    'drugs.show': (input) => workspace().catalogue.show(input),
    'drugs.facets': (input) => workspace().catalogue.facets(input),
    'drugs.lookup': (input) => workspace().catalogue.lookup(input),
    'drugs.links': (input) => workspace().links.links(input),
    'drugs.marks': (input) => workspace().lists.marks(input),
    'drugs.mark': (input) => workspace().lists.mark(input),

    'sets.list': (input) => workspace().lists.list(input),
    'sets.show': (input) => workspace().lists.show(input),
    'sets.create': (input) => workspace().lists.create(input),
    'sets.change': (input) => workspace().lists.change(input),
    'sets.remove': (input) => workspace().lists.remove(input),
    'sets.restore': (input) => workspace().lists.restore(input),
    'searches.list': (input) => workspace().searches.list(input),
    'searches.save': (input) => workspace().searches.save(input),
    'searches.rename': (input) => workspace().searches.rename(input),
    'searches.remove': (input) => workspace().searches.remove(input),

    'pathways.list': (input) => workspace().pathways.list(input),
    'pathways.show': (input) => workspace().pathways.show(input),
    'pathways.merge': (input) => workspace().pathways.merge(input),
    'pathways.split': (input) => workspace().pathways.split(input),
    'pathways.rename': (input) => workspace().pathways.rename(input),
    'pathways.reset': (input) => workspace().pathways.reset(input),

    'prefetch.list': (input) => workspace().prefetch.list(input),
    'prefetch.start': (input) => workspace().prefetch.start(input),
    'prefetch.pause': (input) => workspace().prefetch.pause(input),
    'prefetch.resume': (input) => workspace().prefetch.resume(input),
    'prefetch.remove': (input) => workspace().prefetch.remove(input),

    'imports.read': (input) => workspace().imports.read(input),
    'imports.check': (input) => workspace().imports.check(input),
    'imports.send': (input) => workspace().imports.send(input),
    'imports.saveFailedRows': (input) => workspace().imports.saveFailedRows(input),
    'imports.failing': (input) => workspace().imports.failing(input),
    'imports.edit': (input) => workspace().imports.edit(input),
    'imports.replace': (input) => workspace().imports.replace(input),
    'imports.undo': (input) => workspace().imports.undo(input),
    'imports.redo': (input) => workspace().imports.redo(input),
    'imports.dryRun': (input) => workspace().imports.dryRun(input),
    'imports.saveBlank': (input) => workspace().imports.saveBlank(input),
    'mappings.list': (input) => workspace().mappings.list(input),
    'mappings.save': (input) => workspace().mappings.save(input),
    'mappings.remove': (input) => workspace().mappings.remove(input),
    'orderForm.get': (input) => workspace().orderForm.get(input),
    'orderForm.set': (input) => workspace().orderForm.set(input),
    'batches.list': (input) => workspace().batches.list(input),
    'batches.rows': (input) => workspace().batches.rows(input),
    'batches.resume': (input) => workspace().batches.resume(input),
    'batches.pause': (input) => workspace().batches.pause(input),
    'batches.cancel': (input) => workspace().batches.cancel(input),
    'batches.retryFailed': (input) => workspace().batches.retryFailed(input),
    'batches.lookUpUnknown': (input) => workspace().batches.lookUpUnknown(input),
    'batches.settleUnknown': (input) => workspace().batches.settleUnknown(input),
    'batches.history': (input) => workspace().batches.history(input),

    'samples.list': (input) => workspace().samples.list(input),
    'samples.get': (input) => workspace().samples.get(input),
    'samples.refresh': (input) => workspace().samples.refresh(input),
    'samples.report': (input) => workspace().reports.report(input),
    'samples.saveReport': (input) => workspace().reports.save(input),
    'samples.facets': (input) => workspace().samples.facets(input),
    'samples.unknownWords': (input) => workspace().samples.unknownWords(input),
    'samples.annotate': (input) => workspace().samples.annotate(input),
    'samples.undoAnnotate': (input) => workspace().samples.undoAnnotate(input),
    'samples.adopt': (input) => workspace().samples.adopt(input),

    'analyses.run': (input) => workspace().analyses.run(input),
    'results.sample': (input) => workspace().analyses.sample(input),
    'results.history': (input) => workspace().analyses.history(input),
    'results.answer': (input) => workspace().analyses.answer(input),
    'results.drift': (input) => workspace().analyses.drift(input),
    'results.values': (input) => workspace().cohort.values(input),
    'results.covariates': (input) => workspace().cohort.covariates(input),
    'results.covariateValues': (input) => workspace().cohort.covariateValues(input),
    'results.compare': (input) => workspace().cohort.compare(input),
    'results.cluster': (input) => workspace().cohort.cluster(input),
    'results.pca': (input) => workspace().cohort.pca(input),
    'results.clock': (input) => workspace().cohort.clock(input),
    'drugs.match': (input) => workspace().cohort.match(input),

    'screening.create': (input) => workspace().screening.create(input),
    'screening.list': (input) => workspace().screening.list(input),
    'screening.show': (input) => workspace().screening.show(input),
    'screening.follow': (input) => workspace().screening.follow(input),
    'screening.forget': (input) => workspace().screening.forget(input),
    'screening.remember': (input) => workspace().screening.remember(input),
    'screening.unknownWords': (input) => workspace().screening.unknownWords(input),

    'exports.describe': (input) => workspace().exports.describe(input),
    'exports.write': (input) => workspace().exports.write(input),
    'exports.list': (input) => workspace().exports.list(input),
    'recipes.list': (input) => workspace().recipes.list(input),
    'recipes.save': (input) => workspace().recipes.save(input),
    'recipes.remove': (input) => workspace().recipes.remove(input),

    'studies.write': (input) => workspace().studies.write(input),
    'studies.methods': (input) => workspace().studies.methods(input),
    'figures.savePdf': app.figures.savePdf,
    'figures.copyPng': async ({ png }) => {
      if (!app.dialogs.copyPicture)
        throw new Failure('forbidden', 'A page in a browser puts pictures on the clipboard by itself.', {})
      await app.dialogs.copyPicture(Buffer.from(png, 'base64'))
      return null
    },
    'capsules.verify': app.capsules.verify,
    'capsules.open': app.capsules.open,

    'journal.status': (input) => workspace().journal.status(input),
    'journal.backup': (input) => workspace().journal.backup(input),
    'journal.verify': (input) => workspace().journal.verify(input),
    'journal.restore': app.journal.restore,

    'jobs.list': app.jobs.list,
    'jobs.cancel': app.jobs.cancel,

    'recent.list': app.recent.list,
    'recent.open': app.recent.open,
    'recent.clear': app.recent.clear,
    'examples.list': app.examples.list,
    'examples.open': app.examples.open,
    'examples.save': app.examples.save,
    'problems.gather': app.problems.gather,
    'problems.save': app.problems.save,
    'problems.crashes': app.problems.crashes,
    'problems.record': app.problems.record,
    'tables.layout': app.tables.layout,
    'tables.arrange': app.tables.arrange,
    'updates.status': app.updates.status,
    'updates.check': app.updates.check,
    'updates.install': app.updates.install,
  }
}

export const noProfileFailure = (): Failure =>
  new Failure(
    'notSignedIn',
    'No service is connected. Explore with demo data, or connect to your service.',
    {},
  )
