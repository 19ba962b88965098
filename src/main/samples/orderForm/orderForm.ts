import type { Services } from '../../../shared/contract/contract.ts'
import {
  defaultOrderForm,
  type OrderForm,
  orderFormSchema,
} from '../../../shared/domain/samples/orderForm.ts'
import type { Clock } from '../../ports.ts'
import type { Journal } from '../../store/journal.ts'
import { type SendAs, withSentNames } from '../orders/orderBody.ts'

type OrderForms = Services['orderForm'] & {
  /** Returns the current form, with the names that are sent. */
  form(): Promise<OrderForm>
}

/** Creates the order form of this profile. Without a stored form, the default form applies. */
export function createOrderForm({
  journal,
  clock,
  names,
}: {
  journal: Journal
  clock: Clock
  /** Names from the profile's settings, for fields that the form sends under their own name. */
  names: () => SendAs
}): OrderForms {
  const get = async (): Promise<{ form: OrderForm; isDefault: boolean }> => {
    const row = await journal.query.selectFrom('order_form').select('content').executeTakeFirst()
    if (!row) return { form: defaultOrderForm, isDefault: true }
    return { form: orderFormSchema.parse(JSON.parse(row.content)), isDefault: false }
  }
  return {
    get,
    form: async () => withSentNames((await get()).form, names()),
    async set({ form }) {
      if (form === null) {
        await journal.query.deleteFrom('order_form').execute()
        return get()
      }
      // Loaded on demand: only this call needs the cell checks of the import.
      const { requireUsableForm } = await import('./usableForm.ts')
      requireUsableForm(form)
      const stored = { content: JSON.stringify(form), changed_at: new Date(clock.now()).toISOString() }
      await journal.query
        .insertInto('order_form')
        .values({ one: 1, ...stored })
        .onConflict((conflict) => conflict.column('one').doUpdateSet(stored))
        .execute()
      return get()
    },
  }
}
