import type { Sentences } from '../translator.ts'

/** In Chinese: imports, batches and the register. */
export const samples: Sentences = {
  'not in': '不在',
  'Pathclock ended in the middle of it.': 'Pathclock 在中途结束。',
  'Take in {0} samples': '纳入 {0} 个样本',
  '{0} taken into the register': '{0} 个已纳入登记表',
  '{0} of them is an order of unknown outcome, now settled.': '其中 {0} 个是结果未知的订单，现已处理。',
  '{0} of them are orders of unknown outcome, now settled.': '其中 {0} 个是结果未知的订单，现已处理。',
  '{0} not known to the service and not kept: {1}': '服务不知道其中 {0} 个，未保存：{1,}',
  '{0} could not be asked for; try these again: {1}': '{0} 个未能查询；请再次尝试：{1,}',
  '{0} differ from the file and are kept as the service says: {1}.':
    '{0} 与文件不同，按服务的内容保存：{1,}。',
  '{0} have another name at the service; that of the file is kept: {1}.':
    '{0} 个在服务中名称不同；保留文件中的名称：{1,}。',
  'Kept as the file says, since the service does not tell them: {0}.':
    '按文件的内容保存，因为服务未说明：{0,}。',
  'Results are not taken from a file; fetch them from the service: {0}.':
    '不会从文件中取用结果；请从服务获取：{0,}。',
  'It was exported from {0}, and this profile works with {1}. Take it in with a profile of that service.':
    '它导出自 {0!}，而此配置使用 {1}。请用该服务的配置纳入。',
  'Nothing was taken in.': '未纳入任何内容。',
  'The table': '表格',
  'is larger than 256 MB, too large for JSON. Export it as CSV.':
    '大于 256 MB，作为 JSON 过大。请导出为 CSV。',
  'is JSON without rows. Choose an export of samples.': '是没有行的 JSON。请选择样本的导出文件。',
  'is no sound JSON: it may be cut off. Export or copy it again.':
    '不是完好的 JSON：可能不完整。请重新导出或复制。',
  'It holds no JSON object. Correct it, or export it again.': '其中没有 JSON 对象。请修正，或重新导出。',
  'The sample id has {0} characters, and at most {1} can be used. Check the column of sample ids.':
    '样本 ID 有 {0} 个字符，而最多只能使用 {1} 个字符。请检查样本 ID 所在的列。',
  '“{0}” holds neither a text nor a number.': '“{0}”既不是文本也不是数字。',
  '“{0}” could not be read: {1}. Choose it again when that is mended, or choose another file.':
    '无法读取“{0}”：{1}。请在解决后重新选择，或选择其他文件。',
  '“{0}” has no column of sample ids: it has {1}. Call the column sample_id.':
    '“{0}”没有样本 ID 的列：现有 {1,}。请将该列命名为 sample_id。',
  'line {0}: {1}': '第 {0} 行：{1}',
  'No row of “{0}” begins on line {1}. Nothing was changed.': '“{0}”没有从第 {1} 行开始的行。未做任何更改。',
  'Say what is to be replaced. To fill empty cells, replace whole cells.':
    '请说明要替换的内容。如要填充空单元格，请替换整个单元格。',
  'The cell on line {0} would have more than 32,767 characters, more than a spreadsheet can hold. Nothing was changed.':
    '第 {0} 行的单元格将超过 32,767 个字符，超出电子表格的容量。未做任何更改。',
  'There is nothing to undo.': '没有可撤销的操作。',
  'There is nothing to do again.': '没有可重做的操作。',
  'is no column of this file': '不是此文件的列',
  '“{0}” is no column of “{1}”. Nothing was changed.': '“{0}”不是“{1}”的列。未做任何更改。',
  'These are more corrections than can be kept here. Save the failed rows, correct them in that file, and import it. Nothing was changed.':
    '修改过多，无法在此保存。请保存失败的行，在该文件中修改后再导入。未做任何更改。',
  'all {0} cells of the row': '该行全部 {0} 个单元格',
  'is not certain': '无法确定',
  'The cells on line {0} cannot be told apart. {1} Or enter {2} here, at once. Nothing was changed.':
    '无法区分第 {0} 行的各单元格。{1}也可以在此一次填写{2}。未做任何更改。',
  'Column {0}': '第 {0} 列',
  'Column {0} has no name. Name it in the file, or leave it out.':
    '第 {0} 列没有名称。请在文件中命名，或将其略过。',
  '“{0}” stands twice in the header; the later one is called “{1}” here.':
    '“{0}”在表头中出现两次；后一个在此称为“{1}”。',
  'A quote in the header, on line {0}, is not closed or stands astray, so the columns may be others than they seem. Correct it in the file, then choose it again.':
    '表头第 {0} 行中有引号没有闭合或位置不当，因此实际的列可能与显示的不同。请在文件中修正，然后重新选择。',
  '{0} columns are like this; the first {1} are told one by one.': '有 {0} 列是这样；前 {1} 列逐一列出。',
  'This import is no longer open. Choose the file again.': '此导入已关闭。请重新选择文件。',
  'These rows were checked again meanwhile.': '这些行在此期间已重新检查。',
  'The rows were not checked yet. Check them, then go on.': '这些行尚未检查。请先检查，然后继续。',
  'Cells were corrected since the rows were checked. Check them again, then go on.':
    '检查之后又修改了单元格。请重新检查，然后继续。',
  'The order form was changed since the rows were checked. Check them again, then go on.':
    '检查之后订单字段已更改。请重新检查，然后继续。',
  'Other files were checked since. Check the rows of this one again, then go on.':
    '此后又检查了其他文件。请重新检查此文件的行，然后继续。',
  'Another Pathclock is sending this batch. Go on there, or close it; if it was just closed or crashed, try again in {0} s.':
    '另一个 Pathclock 正在发送此批次。请在那里继续，或将其关闭；如果它刚刚关闭或崩溃，请在 {0} 秒后再试。',
  'Another Pathclock has taken over this batch and goes on sending it.':
    '另一个 Pathclock 已接手此批次并继续发送。',
  'No row of this file is left to be ordered: each has an error, or was ordered meanwhile. Check the file again.':
    '此文件没有可下单的行：每行都有错误，或在此期间已下单。请重新检查文件。',
  'Two rows have the same reference, which would order one sample twice. Check the file again.':
    '有两行的编号相同，会将同一样本订购两次。请重新检查文件。',
  'The order of “{0}” was placed meanwhile. Check the file again; nothing of it was sent.':
    '“{0}”在此期间已下单。请重新检查文件；其中没有发送任何内容。',
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
  'is no field of an order: choose one of {0}': '不是订单的字段：请从 {0,} 中选择',
  'several columns ({0})': '多列（{0,}）',
  'joined columns': '合并的列',
  'one value for all rows': '所有行相同的值',
  'This saved mapping is not known any more.': '已不知道此保存的对应关系。',
  'What the samples had before is not known any more.': '样本此前的内容已不再保留。',
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
  'as some were placed meanwhile': '因为其中一些在此期间已下单',
  'Orders changed since the check: {0} would have been sent then, {1} now, {2}. Nothing was sent. Check again.':
    '检查之后订单发生了变化：当时会发送 {0} 个，现在为 {1} 个，{2}。未发送任何内容。请重新检查。',
  'Nobody waits for this sample any more.': '已没有人等待此样本。',
  'Then refresh the samples again.': '然后再次刷新样本。',
  'This batch is being sent. Pause it, or wait until it has ended; then try again.':
    '此批次正在发送。请暂停，或等它结束；然后再试。',
  '{0} rows not sent': '{0} 行未发送',
  'row {0} of the sheet “{1}”': '工作表“{1}”的第 {0} 行',
  'line {0}': '第 {0} 行',
  '“{0}” has nothing on {1} or below, where its header was looked for. Choose another header line.':
    '“{0}”在{1}及其下方没有内容，而表头应在此处。请选择其他表头行。',
  '“{0}” is empty: it has no header and no rows. Choose another file.':
    '“{0}”是空的：没有表头也没有数据行。请选择其他文件。',
  '“{0}” needs more memory than there is. Save its sheet as CSV UTF-8, which is read in pieces.':
    '“{0}”需要的内存超出可用内存。请将其工作表保存为 CSV UTF-8，可分段读取。',
  'Refresh samples': '刷新样本',
  'Every sample has ended already; there was nothing to ask.': '所有样本均已结束，没有需要询问的。',
  '{0} ended': '{0} 个已结束',
  '{0} could not be asked for: the service does not know them or cannot be read':
    '{0} 个无法询问：服务不知道它们，或应答无法读取',
  '{0} wait, since it is not known what their state means: “{1}”': '{0} 个在等待，因其状态的含义未知：“{1}”',
  '{0} had not ended after two hours; refresh them again later': '{0} 个在两小时后仍未结束；请稍后再次刷新',
  '“{0}” as sample {1}': '“{0}”，样本 {1!}',
  'Pathclock was closed.': 'Pathclock 已关闭。',
  'Something went wrong inside the app.': '应用内部出错。',
  'The sending has ended.': '发送已结束。',
  'The request was given up.': '请求已放弃。',
  'Orders were placed that could not be kept here; write down their numbers: {0}.':
    '有订单已下但无法在此保存；请记下其编号：{0,}。',
  'The service gave no usable answer to {0} orders in a row, so no more were sent. Look for these orders at the service.':
    '服务连续 {0} 个订单没有给出可用的应答，因此没有继续发送。请在服务中查找这些订单。',
  'The batch is paused: {0} placed by now, the rest is kept. Resume the batch to go on.':
    '批次已暂停：目前已下单 {0}，其余已保存。继续此批次即可接着发送。',
  '{0} placed': '{0}已下单',
  '{0} refused by the service': '{0} 个被服务拒绝',
  '{0} with unknown outcome: look for them at the service': '{0} 个结果未知：请在服务中查找',
  '{0} row waits.': '{0} 行等待中。',
  '{0} rows wait.': '{0} 行等待中。',
  'Stopped: {0} placed by now and kept, the rest is not sent. Resume the batch to go on.':
    '已停止：目前已下单并保存 {0}，其余未发送。继续此批次即可接着发送。',
  'That was said of the repetition.': '以上是对重复请求的应答。',
  'The order may have been placed.': '订单可能已下。',
  'If it says that the reference exists, the order was placed: look up its sample at the service and enter it here.':
    '如果提示编号已存在，则订单已下：请在服务中查找其样本并在此填写。',
  '{0} order': '{0} 个订单',
  '{0} orders': '{0} 个订单',
  'The order may have been placed: look for it at the service before ordering this sample again.':
    '订单可能已下：重新订购此样本之前，请先在服务中查找。',
  'No row of this batch is of unknown outcome.': '此批次没有结果未知的行。',
  'Order {0}': '订购 {0}',
  'Look up or place the orders of {0}': '查询或补下 {0} 的订单',
  'This batch is being sent. Pause it, or wait until it has ended.': '此批次正在发送。请暂停，或等它结束。',
  'The orders of unknown outcome of this batch are being looked up. Wait until that has ended; then try again.':
    '正在查询此批次中结果未知的订单。请等它结束，然后再试。',
  '{0} of its orders ended with unknown outcome and are not sent again by themselves, since they may have been placed: look for them at the service, then settle each as placed or not placed.':
    '其中 {0} 个订单结果未知，不会自动重发，因为可能已下单：请在服务中查找，然后逐个处理为已下单或未下单。',
  'Nothing of this batch is left to send.': '此批次没有可发送的内容。',
  'Pathclock ended before the answer came. The order may have been placed: look for it at the service before ordering this sample again.':
    'Pathclock 在收到应答之前结束。订单可能已下：重新订购此样本之前，请先在服务中查找。',
  'Line {0} is not of unknown outcome. It may have been settled meanwhile: look at the batch again. Nothing was changed.':
    '第 {0} 行并非结果未知，可能在此期间已处理：请重新查看此批次。未做任何更改。',
  'This batch has no order on line {0}. Nothing was changed.': '此批次的第 {0} 行没有订单。未做任何更改。',
  '“{0}” stands in the register as sample {1}, so its order was placed. Nothing was changed.':
    '“{0}”在登记表中为样本 {1!}，因此订单已下。未做任何更改。',
  'The service gave the order of “{0}” (line {1}) the id “{2}”, which is that of “{3}” in the register.':
    '服务为“{0}”的订单（第 {1} 行）返回的 ID 是“{2}”，而它属于登记表中的“{3}”。',
  'The service gave the order of “{0}” (line {1}) the id “{2}”, which is that of “{3}” (line {4}).':
    '服务为“{0}”的订单（第 {1} 行）返回的 ID 是“{2}”，而它属于“{3}”（第 {4} 行）。',
  'The service gave the order of “{0}” (line {1}) the id “{2}”, which is that of “{3}” (line {4} of “{5}”).':
    '服务为“{0}”的订单（第 {1} 行）返回的 ID 是“{2}”，而它属于“{3}”（“{5}”的第 {4} 行）。',
  'Nothing was overwritten. The order may stand under another id: look for it at the service, then settle this line.':
    '未覆盖任何内容。该订单可能以另一个 ID 存在：请在服务中查找，然后处理此行。',
  '{0} queued: {1}': '{0} 个已排队：{1}',
  '{0} queued': '{0} 个已排队',
  '{0} left to another import of them: {1}': '{0} 个留给包含它们的另一次导入：{1}',
  '{0} in the register already, not settled: {1}': '{0} 个已在登记表中，未处理：{1}',
  'A sample belongs to one order: choose the one line that this sample was ordered by.':
    '一个样本属于一个订单：请选择订购此样本的那一行。',
  'The sample {0} is that of “{1}”. Nothing was changed; check the id.':
    '样本 {0!} 属于“{1}”。未做任何更改；请核对 ID。',
  'The sample {0} stands in the register as “{1}”, not as “{2}”. Nothing was changed; check the id.':
    '样本 {0!} 在登记表中为“{1}”，而不是“{2}”。未做任何更改；请核对 ID。',
  'Another Pathclock is sending this batch. Pause it there.':
    '另一个 Pathclock 正在发送此批次。请在那里暂停。',
  'This service has no way to ask for an order without placing one: it is not known to honour idempotency keys, nor to refuse a reference twice. Look for the samples at the service, then enter what you found.':
    '此服务无法在不下单的情况下查询订单：尚不知道它是否支持幂等键，或是否拒绝重复的编号。请在服务中查找这些样本，然后填写查到的内容。',
  'No row of this batch has failed.': '此批次没有失败的行。',
  'Each of the {0} failed rows was ordered meanwhile by another batch; nothing was sent.':
    '失败的 {0} 行在此期间都已由其他批次下单；未发送任何内容。',
  '{0} of unknown outcome may stand there too.': '另有 {0} 个结果未知的订单也可能已存在。',
  'The order that was placed stays': '已下的订单保留',
  'The {0} orders that were placed stay': '已下的 {0} 个订单保留',
  'No order was placed. {0} were not sent.': '没有下单。{0} 个未发送。',
  '{0} placed at the service. {1} were not sent.': '{0}，仍在服务中。{1} 个未发送。',
  '“{0}” was changed since it was read, so what you saw is not what would be sent. Choose it again.':
    '“{0}”在读取之后已更改，因此您看到的不是将要发送的内容。请重新选择。',
  'and to': '和',
  'and more': '等',
  'and they are not the same': '而且不再相同',
  read: '读取',
}
