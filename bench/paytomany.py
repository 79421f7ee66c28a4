"""Electrum's own `paytomany`: builds and signs a transaction, keeps no books and sends nothing.

electrum.ts starts it with the Python of Debian's package. Each line of standard input is a list of
outputs, [[address, amount in BTC], …]; each line of standard output the seconds that they needed.
"""

import asyncio
import json
import sys
import tempfile
import time

from electrum import constants
from electrum.commands import Commands
from electrum.simple_config import SimpleConfig
from electrum.transaction import PartialTxOutput, Transaction
from electrum.util import create_and_start_event_loop
from electrum.wallet import restore_wallet_from_text

# Nobody keeps money under this seed: its wallet lives on a chain that nobody mines.
SEED = 'wild father tree among universe such mobile favorite target dynamic credit identify'
FUNDING_SATS = 10 * 100_000_000
FEE_RATE = 2


def funding(address):
    """A transaction of one input, which nobody looks up, that pays 10 BTC to the address."""
    output = PartialTxOutput.from_address_and_value(address, FUNDING_SATS).serialize_to_network()
    return '0200000001' + '11' * 32 + '0000000000fdffffff' + '01' + output.hex() + '00000000'


def main():
    constants.set_regtest()
    loop, stopping, _ = create_and_start_event_loop()
    run = lambda work: asyncio.run_coroutine_threadsafe(work, loop).result()
    with tempfile.TemporaryDirectory() as folder:
        config = SimpleConfig({'electrum_path': folder, 'regtest': True, 'offline': True})
        wallet = restore_wallet_from_text(SEED, path=folder + '/wallet', config=config)['wallet']
        commands = Commands(config=config)
        run(commands.addtransaction(funding(wallet.get_receiving_addresses()[0]), wallet=wallet))
        for line in sys.stdin:
            outputs = json.loads(line)
            start = time.perf_counter()
            transaction = run(commands.paytomany(outputs, feerate=FEE_RATE, wallet=wallet))
            seconds = time.perf_counter() - start
            if len(Transaction(transaction).outputs()) <= len(outputs):
                raise ValueError('the transaction has fewer outputs than people and change')
            print(seconds, flush=True)
    loop.call_soon_threadsafe(stopping.set_result, 1)


main()
