import { App } from "./app.js";

new App(document.getElementById("app")).start();
