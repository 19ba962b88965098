import type { Translations } from '../translate.ts'

/** Chinese texts: imports, batches and the register. */
export const samples: Translations = {
  'Choose the column that identifies the samples.': '请选择标识样本的列。',
  'The table or the samples changed since the check. Nothing was changed. Check again.':
    '检查之后，表格或样本有了变化。未作任何更改。请重新检查。',
  'Some samples have other values ({0}). Choose whether to keep or to overwrite them.':
    '部分样本已有其他值（{0} 个）。请选择保留还是覆盖。',
  'The table has no new values for samples of the register.': '该表格没有登记表中样本的新值。',
  'The table has no column “{0}”. Columns: {1}.': '表格中没有列“{0}”。现有的列：{1}。',
  'No sample has a field “{0}”. Fields: {1}.': '没有样本具有字段“{0}”。现有的字段：{1}。',
  'The register has no sample {0}.': '登记表中没有样本 {0}。',
  'Pathclock ended in the middle of it.': 'Pathclock 在中途结束。',
  'Add {0} samples': '添加 {0} 个样本',
  '{0} added to the register.': '{0} 个已添加到登记表。',
  '{0} of them {1:is an order|are orders} of unknown outcome, now settled.':
    '其中 {0} 个是结果未知的订单，现已处理。',
  '{0} not found at the service and not added: {1}.': '服务不知道其中 {0} 个，未保存：{1}。',
  '{0} could not be checked; try again: {1}.': '{0} 个未能查询；请再次尝试：{1}。',
  '{0} differ from the file; the service’s values are used: {1}.': '{0} 与文件不同，按服务的内容保存：{1}。',
  '{0} have another name at the service; the name in the file is used: {1}.':
    '{0} 个在服务中名称不同；保留文件中的名称：{1}。',
  'Taken from the file, because the service does not return them: {0}.':
    '按文件的内容保存，因为服务未说明：{0}。',
  'Results are never read from a file. Fetch them from the service: {0}.':
    '不会从文件中取用结果；请从服务获取：{0}。',
  'It was exported from {0}, but this profile uses {1}. Add it in a profile of that service.':
    '它导出自 {0}，而此配置使用 {1}。请用该服务的配置添加。',
  'is larger than 256 MB, too large for JSON. Export it as CSV.':
    '大于 256 MB，作为 JSON 过大。请导出为 CSV。',
  'is JSON without rows. Choose an export of samples.': '是没有行的 JSON。请选择样本的导出文件。',
  'is no sound JSON: it may be cut off. Export or copy it again.':
    '不是完好的 JSON：可能不完整。请重新导出或复制。',
  'It holds no JSON object. Correct it, or export it again.': '其中没有 JSON 对象。请修正，或重新导出。',
  'The sample id has {0} characters, and at most {1} can be used. Check the column of sample ids.':
    '样本 ID 有 {0} 个字符，而最多只能使用 {1} 个字符。请检查样本 ID 所在的列。',
  '“{0}” holds neither a text nor a number.': '“{0}”既不是文本也不是数字。',
  '“{0}” could not be read: {1}. Choose it again when that is fixed, or choose another file.':
    '无法读取“{0}”：{1}。请在解决后重新选择，或选择其他文件。',
  '“{0}” has no column of sample IDs. Its columns: {1}. Name the column sample_id.':
    '“{0}”没有样本 ID 的列：现有 {1}。请将该列命名为 sample_id。',
  'No row of “{0}” starts on line {1}. Nothing changed.': '“{0}”没有从第 {1} 行开始的行。未做任何更改。',
  'Enter the text to replace. To fill empty cells, choose whole cells.':
    '请输入要替换的文本。要填充空单元格，请选择整个单元格。',
  'The cell on line {0} would have more than 32,767 characters, the limit of a spreadsheet. Nothing changed.':
    '第 {0} 行的单元格将超过 32,767 个字符，超出电子表格的容量。未做任何更改。',
  'There is nothing to undo.': '没有可撤销的操作。',
  'There is nothing to redo.': '没有可重做的操作。',
  'is no column of this file': '不是此文件的列',
  '“{0}” has no column “{1}”. Nothing changed.': '“{1}”不是“{0}”的列。未做任何更改。',
  'There are too many corrections. Save the failed rows, correct them in that file, and import it. Nothing changed.':
    '更正太多。请保存失败的行，在该文件中更正，然后导入它。没有做任何更改。',
  'all {0} cells of the row': '该行全部 {0} 个单元格',
  'is not certain': '无法确定',
  'Pathclock cannot tell where the cells on line {0} end. {1} Or enter {2} here, at once. Nothing was changed.':
    'Pathclock 无法区分第 {0} 行的单元格。{1}或在此一次填写 {2}。未做任何更改。',
  'Column {0} has no name. Name it in the file, or leave it out.':
    '第 {0} 列没有名称。请在文件中命名，或将其略过。',
  'Row {0} is read as the header, but looks like the rows below it. If it is a sample, turn on “First row is data” (--no-header).':
    '第 {0} 行被读作表头，但它看起来与下方各行相同。如果它是样本，请启用“首行是数据”(--no-header)。',
  'The file is read without a header: row {0} is the first sample, and the columns are numbered. Choose what each column is.':
    '文件按无表头读取：第 {0} 行是第一个样本，各列以编号命名。请为每一列选择其含义。',
  'The name “{0}” begins as a formula does. A spreadsheet may run it when it opens a list of these samples that was not exported from Pathclock. It is sent as it stands.':
    '名称“{0}”以公式的方式开头。如果用电子表格打开并非由 Pathclock 导出的样本列表，它可能会被执行。该名称将按原样发送。',
  '{0} names in this column begin as formulas do (“{1}” first). A spreadsheet may run them when it opens a list of these samples that was not exported from Pathclock. They are sent as they stand.':
    '此列中有 {0} 个名称以公式的方式开头（第一个是“{1}”）。如果用电子表格打开并非由 Pathclock 导出的样本列表，它们可能会被执行。这些名称将按原样发送。',
  'No sample of this file is known from an earlier order, so none was added.':
    '此文件中没有此前订单中已知的样本，因此未加入任何样本。',
  '“{0}” stands twice in the header; the later one is called “{1}” here.':
    '“{0}”在表头中出现两次；后一个在此称为“{1}”。',
  'A quote in the header, on line {0}, is not closed or is misplaced, so the columns may be wrong. Correct it in the file, then choose the file again.':
    '表头第 {0} 行的引号未闭合或位置有误，因此各列可能不正确。请在文件中修正后重新选择。',
  'This import is closed. Choose the file again.': '此导入已关闭。请重新选择文件。',
  'These rows were checked again in the meantime.': '这些行在此期间已重新检查。',
  'Check the rows first.': '请先检查各行。',
  'You corrected cells after the check. Check the rows again.': '检查之后您更正了单元格。请重新检查各行。',
  'The order form changed after the check. Check the rows again.': '检查之后订单表单有改动。请重新检查各行。',
  'You checked another file since. Check the rows of this file again.':
    '此后您检查了另一个文件。请重新检查此文件的各行。',
  'Another Pathclock is sending this batch. Continue there or close it. If it just closed or crashed, try again in {0} s.':
    '另一个 Pathclock 正在发送此批次。请在那里继续，或将其关闭；如果它刚刚关闭或崩溃，请在 {0} 秒后再试。',
  'Another Pathclock took over this batch and is sending it.': '另一个 Pathclock 已接手此批次并继续发送。',
  'This file has no rows left to order: each has an error, or was or may have been ordered already. Check the file again.':
    '此文件没有可下单的行：每一行都有错误，或者已经或可能已经下单。请重新检查该文件。',
  'Two rows have the same sample name, which would order one sample twice. Check the file again.':
    '有两行的样本名称相同，会重复订购同一个样本。请重新检查该文件。',
  'Another batch is ordering “{0}”. Check the file again. Nothing was sent.':
    '另一批次正在订购“{0}”。请重新检查该文件。未发送任何内容。',
  '“{0}” may have been ordered in the meantime: the response to its order was lost. Check the file again. Nothing was sent.':
    '“{0}”在此期间可能已下单：该订单的响应已丢失。请重新检查该文件。未发送任何内容。',
  '“{0}” was ordered in the meantime. Check the file again. Nothing was sent.':
    '“{0}”已在此期间下单。请重新检查该文件。没有发送任何内容。',
  'is given to {0}: choose one': '对应了 {0}：请选择其一',
  'needs a column: choose the one that names each sample': '需要一列：请选择为每个样本命名的列',
  'is needed for each order: choose its column, or enter one value for all rows':
    '是每个订单必需的：请选择其列，或为所有行填写同一个值',
  'The columns cannot be sent like this: {0}.': '这些列无法这样发送：{0}。',
  'joins a column with itself: choose each column once': '将一列与自身合并：每列只能选择一次',
  'is joined by a character that nobody sees: choose another separator':
    '以不可见的字符连接：请选择其他分隔符',
  'names each sample, so it cannot be the same in all rows: choose a column':
    '为每个样本命名，因此不能所有行相同：请选择一列',
  'is no field of an order: choose one of {0}': '不是订单的字段：请从 {0} 中选择',
  'several columns ({0})': '多列（{0}）',
  'joined columns': '合并的列',
  'one value for all rows': '所有行相同的值',
  'This saved mapping no longer exists.': '已不知道此保存的对应关系。',
  'Pathclock no longer has the earlier values of these samples.': 'Pathclock 已没有这些样本之前的值。',
  '“{0}” is no column that this mapping is made for.': '“{0}”不是此对应关系所适用的列。',
  'Two fields of the order would be sent under the name “{0}”, so it was not sent. Correct the names of order fields in the settings of the profile, or in the order form, and check the file again.':
    '订单的两个字段会以同一名称“{0}”发送，因此没有发送。请在配置的设置或订单字段中修正字段名，然后重新检查文件。',
  'is the name of two fields': '是两个字段的名称',
  'is the name of two fields: give each a name of its own': '是两个字段的名称：请为每个字段使用各自的名称',
  'is what two fields are sent as, so that one would be lost: give each a name of its own':
    '是两个字段发送时的名称，其中一个会丢失：请为每个字段使用各自的名称',
  'This order form cannot be used: {0}.': '此订单字段设置无法使用：{0}。',
  'has to be the one field of the kind “reference”, and required: it names the sample':
    '必须是唯一的“reference”类型字段且为必填：它为样本命名',
  'cannot be sent as “__proto__”: choose another name': '不能以“__proto__”发送：请选择其他名称',
  'Nothing was sent: {0}': '未发送任何内容：{0}',
  'as some were placed meanwhile, or may have been': '因为其中一些在此期间已下单或可能已下单',
  'Orders changed since the check: {0} would have been sent then, {1} now, {2}. Nothing was sent. Check again.':
    '检查之后订单发生了变化：当时会发送 {0} 个，现在为 {1} 个，{2}。未发送任何内容。请重新检查。',
  'Nothing waits for this sample.': '已没有人等待此样本。',
  'Then refresh the samples again.': '然后再次刷新样本。',
  'Pathclock is sending this batch. Pause it or wait until it ends, then try again.':
    'Pathclock 正在发送此批次。请暂停它或等它结束，然后重试。',
  '{0} rows not sent': '{0} 行未发送',
  'row {0} of the sheet “{1}”': '工作表“{1}”的第 {0} 行',
  'line {0}': '第 {0} 行',
  '“{0}” has nothing on {1} or below. Choose another header line.':
    '“{0}”在{1}及其下方没有内容，而表头应在此处。请选择其他表头行。',
  '“{0}” is empty. Choose another file.': '“{0}”是空的。请选择另一个文件。',
  '“{0}” needs more memory than this computer has. Save the sheet as CSV UTF-8, which Pathclock reads in pieces.':
    '“{0}”需要的内存超出可用内存。请将其工作表保存为 CSV UTF-8，可分段读取。',
  'Refresh samples': '刷新样本',
  'Every sample is already done.': '每个样本都已完成。',
  '{0} {1:sample is|samples are} done': '{0} 个样本已完成',
  '{0} could not be checked: the service does not have them or its response cannot be read':
    '{0} 个无法询问：服务不知道它们，或应答无法读取',
  '{0} {1:is|are} waiting: Pathclock does not know what their state means: “{2}”':
    '{0} 个在等待，因其状态的含义未知：“{2}”',
  '{0} {1:was|were} not done after two hours; refresh again later':
    '{0} 个在两小时后仍未完成；请稍后再次刷新',
  '“{0}” as sample {1}': '“{0}”，样本 {1}',
  'Pathclock was closed.': 'Pathclock 已关闭。',
  'Something went wrong in Pathclock.': '应用内部出错。',
  'The request was stopped.': '请求已停止。',
  'Pathclock could not save these orders, which were placed. Write down their numbers: {0}.':
    'Pathclock 无法保存这些已下的订单，请记下其编号：{0}。',
  'The service gave no usable response to {0} orders in a row, so Pathclock stopped. Look for these orders at the service.':
    '服务连续 {0} 个订单没有给出可用的应答，因此没有继续发送。请在服务中查找这些订单。',
  'The batch is paused: {0} {1:order|orders} placed so far. Resume the batch to send the rest.':
    '批次已暂停：目前已下单 {0} 个订单。恢复此批次即可发送其余部分。',
  '{0} {1:order|orders} placed': '{0} 个订单已下单',
  '{0} refused by the service': '{0} 个被服务拒绝',
  '{0} with unknown outcome: look for them at the service': '{0} 个结果未知：请在服务中查找',
  '{0} {1:row waits|rows wait}.': '{0} 行等待中。',
  'Stopped: {0} {1:order|orders} placed so far. Resume the batch to send the rest.':
    '已停止：目前已下 {0} 个订单。恢复此批次即可发送其余部分。',
  'The service said this when the order was sent again.': '以上是对重复请求的应答。',
  'The order may have been placed.': '订单可能已下。',
  'If it says that the reference exists, the order was placed: look up its sample at the service and enter it here.':
    '如果提示编号已存在，则订单已下：请在服务中查找其样本并在此填写。',
  'The order may have been placed: look for it at the service before you order this sample again.':
    '订单可能已下：重新订购此样本之前，请先在服务中查找。',
  'No row of this batch is of unknown outcome.': '此批次没有结果未知的行。',
  'Order {0} {1:sample|samples}': '订购 {0} 个样本',
  'Look up or place the orders of {0} {1:sample|samples}': '查询或补下 {0} 个样本的订单',
  'Pathclock is sending this batch. Pause it, or wait until it ends.':
    'Pathclock 正在发送此批次。请暂停它，或等它结束。',
  "Pathclock is looking up this batch's orders of unknown outcome. Wait until it ends, then try again.":
    '正在查询此批次中结果未知的订单。请等它结束，然后再试。',
  '{0} of its orders ended with unknown outcome and are not sent again by themselves, since they may have been placed: look for them at the service, then settle each as placed or not placed.':
    '其中 {0} 个订单结果未知，不会自动重发，因为可能已下单：请在服务中查找，然后逐个处理为已下单或未下单。',
  'This batch has nothing left to send.': '此批次没有可发送的内容。',
  'Pathclock closed before the response arrived. The order may have been placed: look for it at the service before you order this sample again.':
    'Pathclock 在收到应答之前结束。订单可能已下：重新订购此样本之前，请先在服务中查找。',
  'The outcome of line {0} is known. Someone may have settled it: reload the batch. Nothing changed.':
    '第 {0} 行的结果是已知的，可能已有人处理。请重新查看此批次。没有做任何更改。',
  'This batch has no order on line {0}. Nothing changed.': '此批次的第 {0} 行没有订单。未做任何更改。',
  'The register has “{0}” as sample {1}, so its order was placed. Nothing changed.':
    '“{0}”在登记表中为样本 {1}，因此订单已下。未做任何更改。',
  'The service gave the order of “{0}” (line {1}) the id “{2}”, which is that of “{3}” in the register.':
    '服务为“{0}”的订单（第 {1} 行）返回的 ID 是“{2}”，而它属于登记表中的“{3}”。',
  'The service gave the order of “{0}” (line {1}) the id “{2}”, which is that of “{3}” (line {4}).':
    '服务为“{0}”的订单（第 {1} 行）返回的 ID 是“{2}”，而它属于“{3}”（第 {4} 行）。',
  'The service gave the order of “{0}” (line {1}) the id “{2}”, which is that of “{3}” (line {4} of “{5}”).':
    '服务为“{0}”的订单（第 {1} 行）返回的 ID 是“{2}”，而它属于“{3}”（“{5}”的第 {4} 行）。',
  'Nothing was overwritten. The order may have another ID: look for it at the service, then settle this line.':
    '未覆盖任何内容。该订单可能以另一个 ID 存在：请在服务中查找，然后处理此行。',
  '{0} queued: {1}': '{0} 个已排队：{1}',
  '{0} queued': '{0} 个已排队',
  '{0} left to another import of them: {1}': '{0} 个留给包含它们的另一次导入：{1}',
  '{0} in the register already, not settled: {1}': '{0} 个已在登记表中，未处理：{1}',
  'A sample belongs to one order. Choose the one line that ordered this sample.':
    '一个样本属于一个订单：请选择订购此样本的那一行。',
  'Sample {0} belongs to “{1}”. Check the ID. Nothing changed.':
    '样本 {0} 属于“{1}”。未做任何更改；请核对 ID。',
  'The register has sample {0} as “{1}”, not as “{2}”. Check the ID. Nothing changed.':
    '样本 {0} 在登记表中为“{1}”，而不是“{2}”。未做任何更改；请核对 ID。',
  'The service has no sample {0}. Check the ID. Nothing changed.':
    '服务中没有样本 {0}。未做任何更改；请核对 ID。',
  'The service has sample {0} as “{1}”, not as “{2}”. Check the ID. Nothing changed.':
    '服务中样本 {0} 名为“{1}”，而不是“{2}”。未做任何更改；请核对 ID。',
  'Nothing changed. You can settle the order without this check.':
    '未做任何更改。您可以不经查询直接处理此订单。',
  'Pathclock exported this table. States, results and annotations of it are left out: {0}.':
    '此表由 Pathclock 导出。其中的状态、结果和注释不会添加：{0}。',
  'Samples were ordered again since, so this cannot be undone (file, line and sample): {0}. Nothing changed. Cancel orders that were not sent, then undo again. If the first order was placed too, add its sample by its ID (samples adopt).':
    '这些样本之后又下过单，因此无法撤销（文件、行、样本）：{0}。没有任何更改。请取消尚未发送的订单，然后再撤销。如果第一个订单也已下达，请按 ID 添加其样本（samples adopt）。',
  'Line {0} was not settled by you, or was sent again since, so nothing can be undone. Nothing changed.':
    '第 {0} 行不是由您处理的，或此后已再次发送，因此无法撤销。未做任何更改。',
  'Line {0} was not settled like this, or was sent again since. Nothing changed.':
    '第 {0} 行不是这样处理的，或此后已再次发送。未做任何更改。',
  'The outcome of line {0} of the batch is known. Nothing changed.':
    '批次第 {0} 行的结果已知。未做任何更改。',
  'Batch {0} has no order on line {1}.': '批次 {0} 的第 {1} 行没有订单。',
  'Line {0} of the batch is “{1}”, not “{2}”. Nothing changed.':
    '批次第 {0} 行是“{1}”，而不是“{2}”。未做任何更改。',
  '{0} of unknown outcome again: {1}': '{0} 个结果重新未知：{1}',
  '{0}, in the register before as “{1}”': '{0}，此前在登记表中为“{1}”',
  'The response to this order was lost. It may have been placed: look for it at the service.':
    '此订单的应答丢失，可能已经下单：请在服务中查找。',
  'The file needs a column “id” or “outcome”. Its columns: {0}.': '文件需要列“id”或“outcome”。现有列：{0}。',
  'The file needs a column “{0}”. Its columns: {1}.': '文件需要列“{0}”。现有列：{1}。',
  'The file has {0} rows, and at most {1} can be settled at once.': '文件有 {0} 行，一次最多处理 {1} 行。',
  '“{0}” is no outcome: write placed or not placed, or leave it empty.':
    '“{0}”不是结果：请写 placed 或 not placed，或留空。',
  'It says “{0}” and names sample {1}. Remove one of the two.':
    '此行写着“{0}”，却给出样本 {1}。请去掉其中之一。',
  'It says “{0}” without a sample ID.': '此行写着“{0}”，但没有样本 ID。',
  'It names no batch.': '此行没有批次。',
  '“{0}” is no line of a batch.': '“{0}”不是批次中的行。',
  '“{0}” cannot be a sample ID.': '“{0}”不能作为样本 ID。',
  'Line {0} is about the same order or sample.': '第 {0} 行涉及同一订单或样本。',
  'Another Pathclock is sending this batch. Pause it there.':
    '另一个 Pathclock 正在发送此批次。请在那里暂停。',
  'Pathclock cannot look up an order at this service without the risk of placing another one. Look for the samples at the service, then enter what you found.':
    'Pathclock 无法在此服务查询订单而不冒重复下单的风险。请在服务中查找这些样本，然后填入您找到的结果。',
  'No row of this batch failed.': '此批次没有失败的行。',
  'Another batch ordered all {0} failed rows in the meantime, or may have. Nothing was sent.':
    '失败的 {0} 行在此期间都已或可能已由其他批次下单；未发送任何内容。',
  '{0} of unknown outcome may also have been placed.': '另有 {0} 个结果未知的订单也可能已存在。',
  'The order that was placed stays placed at the service.': '已下的订单保留在服务中。',
  'The {0} orders that were placed stay placed at the service.': '已下的 {0} 个订单保留在服务中。',
  'No order was placed.': '没有下单。',
  '{0} were not sent.': '{0} 个未发送。',
  '“{0}” changed after Pathclock read it, so you would send something you have not seen. Choose the file again.':
    'Pathclock 读取之后“{0}”有改动，您将发送未曾看到的内容。请重新选择该文件。',
  'and they are not the same': '而且不再相同',
  'Nothing was added. The table was exported from {0}, but this profile uses {1}. Add it in a profile of that service.':
    '未添加任何内容。表格从 {0} 导出，而此配置使用 {1}。请在该服务的配置中添加。',
  'Not ordered by this batch: another import orders the same sample.':
    '此批次没有订购：另一次导入订购了同一样本。',
  'Not sent: the register has a sample of this name, whose order was placed otherwise.':
    '未发送：登记表中已有同名样本，其订单已通过其他途径下达。',
  'Not sent: the batch was canceled before its turn came.': '未发送：该批次在轮到它之前已取消。',
  'a column': '一列',
  '{0} and to {1}': '{0}和{1}',
  'Orders may be missing from the journal after damage, so nothing that costs money is sent. Look at the orders in question, then confirm that you have: in the app, or with journal acknowledge.':
    '日志库损坏后可能缺少订单，因此不会发送任何收费的请求。请查看有疑问的订单，然后确认：在应用中，或使用 journal acknowledge。',
  'The order log was damaged while Pathclock was running, so nothing that costs money is sent. Restart Pathclock: it moves the log aside and shows what is in question.':
    '订单日志在 Pathclock 运行时损坏，因此不会发送任何收费的请求。请重新启动 Pathclock：它会将日志移到一旁，并显示哪些订单有疑问。',
  'Rows of this batch were damaged on the disk, so none of them is sent. Cancel the batch and import its file again: what was ordered is not ordered again.':
    '该批次的一些行在磁盘上已损坏，因此不会发送其中任何一行。请取消该批次并重新导入其文件：已订购的不会再次订购。',
}
