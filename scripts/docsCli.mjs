// Writes docs/cli.md from the commands.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../src/main/cli/commands.ts'
import { formatManual } from '../src/main/cli/manual.ts'

writeFileSync(join(import.meta.dirname, '../docs/cli.md'), formatManual(commands))
