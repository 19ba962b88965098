import type { Handlers } from '../shared/contract/contract.ts'
import { Failure } from '../shared/contract/failures.ts'
import type { MethodName } from '../shared/contract/methodNames.ts'
import { methodNames } from '../shared/contract/methodNames.ts'
import { readOnly, worksInCapsule } from '../shared/contract/readOnly.ts'
import type { AppStatus, FileHandle } from '../shared/contract/state.ts'
import type { Dialogs, Files } from './ports.ts'

/** The functions of one service, each with the input and output of its method. */
type Serves<Names extends Record<string, MethodName>> = { [K in keyof Names]: Handlers[Names[K]] }

/** What one profile's data and service offer. */
export type Workspace = {
  catalogue: Serves<{
    search: 'drugs.search'
    show: 'drugs.show'
    facets: 'drugs.facets'
    lookup: 'drugs.lookup'
  }>
  links: Serves<{ links: 'drugs.links' }>
  lists: Serves<{
    marks: 'drugs.marks'
    mark: 'drugs.mark'
    list: 'sets.list'
    show: 'sets.show'
    create: 'sets.create'
    change: 'sets.change'
    remove: 'sets.remove'
    restore: 'sets.restore'
  }>
  searches: Serves<{
    list: 'searches.list'
    save: 'searches.save'
    rename: 'searches.rename'
    remove: 'searches.remove'
  }>
  pathways: Serves<{
    list: 'pathways.list'
    show: 'pathways.show'
    merge: 'pathways.merge'
    split: 'pathways.split'
    rename: 'pathways.rename'
    reset: 'pathways.reset'
  }>
  prefetch: Serves<{
    list: 'prefetch.list'
    start: 'prefetch.start'
    pause: 'prefetch.pause'
    resume: 'prefetch.resume'
    remove: 'prefetch.remove'
  }>
  imports: Serves<{
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
  mappings: Serves<{ list: 'mappings.list'; save: 'mappings.save'; remove: 'mappings.remove' }>
  orderForm: Serves<{ get: 'orderForm.get'; set: 'orderForm.set' }>
  batches: Serves<{
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
  samples: Serves<{
    list: 'samples.list'
    get: 'samples.get'
    refresh: 'samples.refresh'
    facets: 'samples.facets'
    unknownWords: 'samples.unknownWords'
    annotate: 'samples.annotate'
    undoAnnotate: 'samples.undoAnnotate'
    adopt: 'samples.adopt'
  }>
  reports: Serves<{ report: 'samples.report'; save: 'samples.saveReport' }>
  analyses: Serves<{
    run: 'analyses.run'
    sample: 'results.sample'
    history: 'results.history'
    answer: 'results.answer'
    drift: 'results.drift'
  }>
  cohort: Serves<{
    values: 'results.values'
    covariates: 'results.covariates'
    covariateValues: 'results.covariateValues'
    compare: 'results.compare'
    cluster: 'results.cluster'
    pca: 'results.pca'
    clock: 'results.clock'
    match: 'drugs.match'
  }>
  screening: Serves<{
    create: 'screening.create'
    list: 'screening.list'
    show: 'screening.show'
    follow: 'screening.follow'
    forget: 'screening.forget'
    remember: 'screening.remember'
    unknownWords: 'screening.unknownWords'
  }>
  exports: Serves<{
    describe: 'exports.describe'
    write: 'exports.write'
    list: 'exports.list'
  }>
  recipes: Serves<{
    list: 'recipes.list'
    save: 'recipes.save'
    remove: 'recipes.remove'
  }>
  studies: Serves<{ write: 'studies.write'; methods: 'studies.methods' }>
  journal: Serves<{ status: 'journal.status'; backup: 'journal.backup'; verify: 'journal.verify' }>
  connection: Serves<{ check: 'connection.check'; report: 'connection.report'; export: 'connection.export' }>
  user: Serves<{ get: 'session.user'; update: 'session.updateUser' }>
}

/** What stays the same whichever profile is open. `changed` profiles are open when these functions return. */
export type AppServices = {
  status(): Promise<AppStatus>
  settings: Serves<{ get: 'settings.get'; set: 'settings.set' }>
  session: Serves<{
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
  journal: Serves<{ restore: 'journal.restore' }>
  figures: Serves<{ savePdf: 'figures.savePdf' }>
  /** `open` leaves the workspace of the capsule open. */
  capsules: Serves<{ verify: 'capsules.verify'; open: 'capsules.open' }>
  jobs: Serves<{ list: 'jobs.list'; cancel: 'jobs.cancel' }>
  recent: Serves<{ list: 'recent.list'; open: 'recent.open'; clear: 'recent.clear' }>
  examples: Serves<{ list: 'examples.list'; open: 'examples.open'; save: 'examples.save' }>
  problems: Serves<{
    gather: 'problems.gather'
    save: 'problems.save'
    crashes: 'problems.crashes'
    record: 'problems.record'
  }>
  tables: Serves<{ layout: 'tables.layout'; arrange: 'tables.arrange' }>
  updates: Serves<{ status: 'updates.status'; check: 'updates.check'; install: 'updates.install' }>
  /** The open profile's workspace; throws `notSignedIn` when none is open. */
  workspace(): Workspace
  /** Whether it was opened from a capsule. */
  readOnly(): boolean
}

/** Every method of the contract and the service that answers it; in a capsule's workspace only what leaves it as it is. */
export function createHandlers(app: AppServices): Handlers {
  const handlers = answersOf(app)
  const guarded = methodNames
    .filter((method) => !worksInCapsule(method))
    .map((method) => [method, unlessReadOnly(app, handlers[method] as (input: unknown) => unknown)])
  return { ...handlers, ...Object.fromEntries(guarded) }
}

const unlessReadOnly = (app: AppServices, handle: (input: unknown) => unknown) => (input: unknown) => {
  if (app.readOnly()) throw readOnly()
  return handle(input)
}

function answersOf(app: AppServices): Handlers {
  const here = () => app.workspace()
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
    'session.user': (input) => here().user.get(input),
    'session.updateUser': (input) => here().user.update(input),
    'session.secrets': app.session.secrets,
    'profiles.select': app.session.select,
    'profiles.change': app.session.change,

    'connection.check': (input) => here().connection.check(input),
    'connection.report': (input) => here().connection.report(input),
    'connection.export': (input) => here().connection.export(input),

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

    'drugs.search': (input) => here().catalogue.search(input),
    'drugs.show': (input) => here().catalogue.show(input),
    'drugs.facets': (input) => here().catalogue.facets(input),
    'drugs.lookup': (input) => here().catalogue.lookup(input),
    'drugs.links': (input) => here().links.links(input),
    'drugs.marks': (input) => here().lists.marks(input),
    'drugs.mark': (input) => here().lists.mark(input),

    'sets.list': (input) => here().lists.list(input),
    'sets.show': (input) => here().lists.show(input),
    'sets.create': (input) => here().lists.create(input),
    'sets.change': (input) => here().lists.change(input),
    'sets.remove': (input) => here().lists.remove(input),
    'sets.restore': (input) => here().lists.restore(input),
    'searches.list': (input) => here().searches.list(input),
    'searches.save': (input) => here().searches.save(input),
    'searches.rename': (input) => here().searches.rename(input),
    'searches.remove': (input) => here().searches.remove(input),

    'pathways.list': (input) => here().pathways.list(input),
    'pathways.show': (input) => here().pathways.show(input),
    'pathways.merge': (input) => here().pathways.merge(input),
    'pathways.split': (input) => here().pathways.split(input),
    'pathways.rename': (input) => here().pathways.rename(input),
    'pathways.reset': (input) => here().pathways.reset(input),

    'prefetch.list': (input) => here().prefetch.list(input),
    'prefetch.start': (input) => here().prefetch.start(input),
    'prefetch.pause': (input) => here().prefetch.pause(input),
    'prefetch.resume': (input) => here().prefetch.resume(input),
    'prefetch.remove': (input) => here().prefetch.remove(input),

    'imports.read': (input) => here().imports.read(input),
    'imports.check': (input) => here().imports.check(input),
    'imports.send': (input) => here().imports.send(input),
    'imports.saveFailedRows': (input) => here().imports.saveFailedRows(input),
    'imports.failing': (input) => here().imports.failing(input),
    'imports.edit': (input) => here().imports.edit(input),
    'imports.replace': (input) => here().imports.replace(input),
    'imports.undo': (input) => here().imports.undo(input),
    'imports.redo': (input) => here().imports.redo(input),
    'imports.dryRun': (input) => here().imports.dryRun(input),
    'imports.saveBlank': (input) => here().imports.saveBlank(input),
    'mappings.list': (input) => here().mappings.list(input),
    'mappings.save': (input) => here().mappings.save(input),
    'mappings.remove': (input) => here().mappings.remove(input),
    'orderForm.get': (input) => here().orderForm.get(input),
    'orderForm.set': (input) => here().orderForm.set(input),
    'batches.list': (input) => here().batches.list(input),
    'batches.rows': (input) => here().batches.rows(input),
    'batches.resume': (input) => here().batches.resume(input),
    'batches.pause': (input) => here().batches.pause(input),
    'batches.cancel': (input) => here().batches.cancel(input),
    'batches.retryFailed': (input) => here().batches.retryFailed(input),
    'batches.lookUpUnknown': (input) => here().batches.lookUpUnknown(input),
    'batches.settleUnknown': (input) => here().batches.settleUnknown(input),
    'batches.history': (input) => here().batches.history(input),

    'samples.list': (input) => here().samples.list(input),
    'samples.get': (input) => here().samples.get(input),
    'samples.refresh': (input) => here().samples.refresh(input),
    'samples.report': (input) => here().reports.report(input),
    'samples.saveReport': (input) => here().reports.save(input),
    'samples.facets': (input) => here().samples.facets(input),
    'samples.unknownWords': (input) => here().samples.unknownWords(input),
    'samples.annotate': (input) => here().samples.annotate(input),
    'samples.undoAnnotate': (input) => here().samples.undoAnnotate(input),
    'samples.adopt': (input) => here().samples.adopt(input),

    'analyses.run': (input) => here().analyses.run(input),
    'results.sample': (input) => here().analyses.sample(input),
    'results.history': (input) => here().analyses.history(input),
    'results.answer': (input) => here().analyses.answer(input),
    'results.drift': (input) => here().analyses.drift(input),
    'results.values': (input) => here().cohort.values(input),
    'results.covariates': (input) => here().cohort.covariates(input),
    'results.covariateValues': (input) => here().cohort.covariateValues(input),
    'results.compare': (input) => here().cohort.compare(input),
    'results.cluster': (input) => here().cohort.cluster(input),
    'results.pca': (input) => here().cohort.pca(input),
    'results.clock': (input) => here().cohort.clock(input),
    'drugs.match': (input) => here().cohort.match(input),

    'screening.create': (input) => here().screening.create(input),
    'screening.list': (input) => here().screening.list(input),
    'screening.show': (input) => here().screening.show(input),
    'screening.follow': (input) => here().screening.follow(input),
    'screening.forget': (input) => here().screening.forget(input),
    'screening.remember': (input) => here().screening.remember(input),
    'screening.unknownWords': (input) => here().screening.unknownWords(input),

    'exports.describe': (input) => here().exports.describe(input),
    'exports.write': (input) => here().exports.write(input),
    'exports.list': (input) => here().exports.list(input),
    'recipes.list': (input) => here().recipes.list(input),
    'recipes.save': (input) => here().recipes.save(input),
    'recipes.remove': (input) => here().recipes.remove(input),

    'studies.write': (input) => here().studies.write(input),
    'studies.methods': (input) => here().studies.methods(input),
    'figures.savePdf': app.figures.savePdf,
    'figures.copyPng': async ({ png }) => {
      if (!app.dialogs.copyPicture)
        throw new Failure('forbidden', 'A page in a browser puts pictures on the clipboard by itself.', {})
      await app.dialogs.copyPicture(Buffer.from(png, 'base64'))
      return null
    },
    'capsules.verify': app.capsules.verify,
    'capsules.open': app.capsules.open,

    'journal.status': (input) => here().journal.status(input),
    'journal.backup': (input) => here().journal.backup(input),
    'journal.verify': (input) => here().journal.verify(input),
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

export const noProfile = (): Failure =>
  new Failure(
    'notSignedIn',
    'No service is connected. Explore with demo data, or connect to your service.',
    {},
  )
