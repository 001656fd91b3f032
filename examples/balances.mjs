import { createServer } from "node:http";
import { balancesByChain, balancesInUsd, coinbaseRates, tzkt } from "vaspkit/providers";

const holder = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";

// Stands in for the two services, so that the example runs offline; yours needs no `url` here.
const answers = new Map(
  Object.entries({
    "/v1/head": { chainId: "NetXdQprcVkpaWU" }, // the main network of Tezos; of another one no balance is taken
    [`/v1/accounts/${holder}/balance`]: 2500000,
    "/v2/exchange-rates?currency=XTZ": { data: { currency: "XTZ", rates: { USD: "0.713" } } },
  }),
);
const server = createServer(({ url = "" }, response) => response.end(JSON.stringify(answers.get(url))));
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const address = server.address();
const url = `http://127.0.0.1:${typeof address === "object" && address?.port}`;

const sources = balancesByChain({ tezos: tzkt({ url }) });
const balances = balancesInUsd(sources, (symbol) => coinbaseRates({ base: symbol, url }));

console.log(await balances.balance({ chain: "tezos", address: holder }));
server.closeAllConnections();
server.close();
