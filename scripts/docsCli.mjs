// Writes docs/cli.md from the commands.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../src/main/hosts/cli/commands.ts'
import { formatManual } from '../src/main/hosts/cli/program/manual.ts'

writeFileSync(join(import.meta.dirname, '../docs/cli.md'), formatManual(commands))
