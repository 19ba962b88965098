import { transformSchema } from '../../../../../shared/domain/samples/importing.ts'
import { defaultOrderForm } from '../../../../../shared/domain/samples/orderForm.ts'
import { checkedRows } from '../runReader.ts'

type Task = Parameters<typeof checkedRows>[0]

/** Checks all rows of a file in the default form, without corrections or transforms. */
export async function checkFile(task: Pick<Task, 'path' | 'readAs' | 'sha256' | 'columns' | 'mapping'>) {
  const transform = transformSchema.parse({})
  const plain = { ...task, changes: [], form: defaultOrderForm, transform }
  const checked = []
  for await (const { rows } of checkedRows({ ...plain, records: 'none' })) checked.push(...rows)
  return checked
}
