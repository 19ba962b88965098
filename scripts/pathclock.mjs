// The command line from a checkout: builds when needed, then runs out/main/cli.js in this process.
import { ensureBuilt, requireNode24 } from './build.mjs'
import { endWithParent } from './endWithParent.mjs'

requireNode24()
ensureBuilt()
endWithParent()
await import('../out/main/cli.js')
